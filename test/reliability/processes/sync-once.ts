import { CALLER } from "../index-content.ts";
import { openOnDisk } from "../open-on-disk.ts";

// A process that opens the index, syncs once with discovery and says so: `open`, then `report` with each report of progress, then its coverage.
const { sessions, index, stagedBytes } = JSON.parse(process.argv[2] ?? "{}") as {
  sessions: string;
  index: string;
  stagedBytes: number;
};
const { history } = await openOnDisk({ sessions, index, stagedBytes });
process.stdout.write("open\n");
const coverage = await history.sync(CALLER, {
  discovery: true,
  onProgress: () => process.stdout.write("report\n"),
});
process.stdout.write(`${JSON.stringify(coverage)}\n`);
await history.close();
