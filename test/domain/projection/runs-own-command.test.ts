import { describe, expect, test } from "vitest";
import { runsOwnCommand } from "../../../src/domain/projection/runs-own-command.ts";

describe("a command that runs pi-event-recall", () => {
  test.each([
    "pi-event-recall search x",
    "  pi-event-recall",
    "npx pi-event-recall search x",
    "npx -y pi-event-recall@latest search x",
    "npx --package pi-event-recall pi-event-recall search x",
    "npm exec -- pi-event-recall search x",
    "pnpm dlx pi-event-recall search x",
    "yarn pi-event-recall status",
    "bunx pi-event-recall status",
    "./bin/pi-event-recall.js search x",
    "node bin/pi-event-recall.js search x",
    "node --import tsx --no-warnings ./bin/pi-event-recall.js search x",
    "~/pi-event-recall/node_modules/.bin/pi-event-recall status",
    '"./my dir/pi-event-recall" status',
    "cd /repo && pi-event-recall search x",
    "cd /repo; pi-event-recall search x | head -5",
    "echo start\npi-event-recall search x",
    "cat words | xargs -n 1 pi-event-recall search",
    "FOO=1 BAR='a b' pi-event-recall status",
    "env -u HOME FOO=1 pi-event-recall status",
    "timeout 30 pi-event-recall search x",
    "timeout -k 5 30s sudo -u bob pi-event-recall search x",
    "time pi-event-recall search x 2>&1",
    "2>/dev/null pi-event-recall search x",
    "if ! pi-event-recall status; then echo no; fi",
    "for w in a b; do pi-event-recall search $w; done",
    "(cd /repo && pi-event-recall search x)",
    "RESULT=$(pi-event-recall search x)",
    'echo "found: $(pi-event-recall search "a b" --json)"',
    "echo `pi-event-recall status`",
    "$(npm bin)/pi-event-recall status",
    'bash -lc "cd /repo && pi-event-recall search x"',
    "sh -c 'npx pi-event-recall search x'",
    "npx \\\n  pi-event-recall status",
    "cat <<EOF > notes\nsome text\nEOF\npi-event-recall search x",
    "echo $((1<<2))\npi-event-recall search x",
    "cat <<-EOF\n\tsome text\n\tEOF\npi-event-recall search x",
    "ls # don't\npi-event-recall search x",
    '"C:\\tools\\pi-event-recall.cmd" search x',
  ])("%j", (command) => {
    expect(runsOwnCommand(command)).toBe(true);
  });
});

describe("a command that only mentions it", () => {
  test.each([
    "",
    "cd ~/pi-event-recall && ls",
    "cd /home/ada/pi-event-recall; npm test",
    "grep -r pi-event-recall src",
    "echo pi-event-recall search x",
    'echo "pi-event-recall search x"',
    "echo 'a; pi-event-recall search x'",
    'git commit -m "run pi-event-recall; pi-event-recall search"',
    "npm install pi-event-recall",
    "pnpm add pi-event-recall",
    "pi install npm:pi-event-recall",
    "cat bin/pi-event-recall.js",
    "node scripts/check.js pi-event-recall",
    "sudo cat pi-event-recall",
    "which pi-event-recall",
    "command -v pi-event-recall",
    "# pi-event-recall search x",
    "ls # pi-event-recall\n",
    "ls > pi-event-recall",
    "> pi-event-recall",
    "git clone https://example.org/pi-event-recall",
    "pi-event-recall-extra status",
    "my-pi-event-recall status",
    "pi-event-recall.md",
    "pi-event-recall/run.sh",
    "cat > README.md <<'EOF'\n```\npi-event-recall search x\n```\nEOF",
    "cat <<-EOF\n\tpi-event-recall search x\n\tEOF",
    "cat <<EOF\npi-event-recall search x",
    "echo \\; pi-event-recall",
    'bash -c "echo pi-event-recall"',
    "$'unclosed pi-event-recall",
    '"unclosed pi-event-recall status; pi-event-recall status',
  ])("%j", (command) => {
    expect(runsOwnCommand(command)).toBe(false);
  });

  test.each(["$(", "`", "(", '"$(', "((((", "sh -c '", "<<A\n", "timeout ", "env X=1 "])(
    "text made of %j ends",
    (piece) => {
      expect(runsOwnCommand(`${piece.repeat(50_000)} echo pi-event-recall`)).toBe(false);
    },
  );
});
