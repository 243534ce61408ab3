const COLOURS: Readonly<Record<string, number>> = {
  trace: 90,
  debug: 90,
  info: 36,
  warn: 33,
  error: 31,
  fatal: 35,
};
const GREY = 90;
/** Takes away the moving line of a start (bin/progress.mjs), which is longer than a short line of the log. */
const CLEAR_LINE = "\x1b[2K";

const coloured = (text: string, colour: number) => `\x1b[${colour}m${text}\x1b[0m`;

/** A JSON line of the log as people read it: time of day on this machine, level, words, then the fields. Errors show their stack below. */
export function terminalLine(line: string): string {
  const { level, time, msg, err, pid: _pid, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const { stack, message, ...more } = (err ?? {}) as Record<string, unknown>;
  const name = String(level);
  const parts = [
    coloured(new Date(String(time)).toTimeString().slice(0, 8), GREY),
    coloured(name.toUpperCase().padEnd(5), COLOURS[name] ?? GREY),
    String(msg ?? message ?? ""),
    ...Object.entries({
      ...fields,
      ...more,
      ...(stack === undefined && message !== undefined && { message }),
    }).map(([key, value]) =>
      coloured(`${key}=${typeof value === "object" ? JSON.stringify(value) : value}`, GREY),
    ),
  ];
  return `${CLEAR_LINE}${parts.join(" ")}\n${stack === undefined ? "" : `${coloured(String(stack), GREY)}\n`}`;
}
