import { CALLER } from "../index-content.ts";
import { openOnDisk } from "../open-on-disk.ts";

// A process that builds an index and says what that took of it: its coverage and the most memory that it ever held.
const { megabytesBefore, ...place } = { megabytesBefore: residentMegabytes(), ...readArguments() };
const { history } = await openOnDisk(place);
const started = performance.now();
const coverage = await history.sync(CALLER);
const seconds = (performance.now() - started) / 1000;
const megabytes = residentMegabytes();
await history.close();
process.stdout.write(JSON.stringify({ coverage, seconds, megabytes, megabytesBefore }));

function readArguments(): { sessions: string; index: string } {
  return JSON.parse(process.argv[2] ?? "{}") as { sessions: string; index: string };
}

/** The peak so far, in MB of 1,000,000 bytes. */
function residentMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
