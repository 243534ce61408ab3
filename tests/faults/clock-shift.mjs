import { readFileSync } from "node:fs";

/**
 * Loaded before the service (`--import`) by the harness: lets the system's time jump by the milliseconds that a file names,
 * as when somebody sets a machine's clock. What is measured by clocks that never jump (timers, performance.now) goes on.
 */
const LOOK_EVERY_MS = 20;
const file = process.env.FAULTS_CLOCK_FILE ?? "";
const SystemDate = Date;
let shift = 0;

function look() {
  try {
    shift = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    shift = 0;
  }
}

function now() {
  return SystemDate.now() + shift;
}

look();
setInterval(look, LOOK_EVERY_MS).unref();
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
