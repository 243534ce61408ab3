import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { stepOf } from "@/bin/server/pages-build";
import { createLogTo } from "@/lib/platform/log";
import { terminalLine } from "@/lib/platform/terminal-log";

function onTerminal(write: (log: ReturnType<typeof createLogTo>) => void): string {
  const lines: string[] = [];
  write(createLogTo({ write: (line) => lines.push(terminalLine(line)) }, "info"));
  return stripVTControlCharacters(lines.join(""));
}

test("a line on a terminal has time of day, level, words and fields, and hides what the log hides", () => {
  const line = onTerminal((log) => log.warn({ count: 2, pin: "4711", of: { a: 1 } }, "Applied migrations"));
  expect(line).toMatch(/^\d\d:\d\d:\d\d WARN {2}Applied migrations count=2 pin=\[redacted\] of=\{"a":1\}\n$/);
});

test("an error on a terminal has its words in the line and its stack below", () => {
  const line = onTerminal((log) => log.error({ err: new TypeError("no such thing") }));
  expect(line).toMatch(/^\d\d:\d\d:\d\d ERROR no such thing type=TypeError\nTypeError: no such thing\n +at /);
});

test("the build of the pages tells its last step", () => {
  expect(stepOf("   Creating an optimized production build ...\n✓ Compiled successfully in 27.8s\n")).toBe(
    "Compiled successfully in 27.8s",
  );
  expect(stepOf("  Generating static pages (12/46) ...\n")).toBe("Generating static pages (12/46)");
  expect(stepOf("├ ƒ /till\n")).toBeUndefined();
});
