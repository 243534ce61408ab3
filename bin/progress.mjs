const isTerminal = process.stdout.isTTY === true;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 120;
/** Shared by run.mjs and the bundled server, each of which has a copy of this file. */
const KEY = Symbol.for("points-service.progress");
globalThis[KEY] ??= { timer: undefined };
const shown = globalThis[KEY];

/**
 * Says what a start is doing now: in a terminal on one line that moves and gives way to the next, elsewhere on a line of its own.
 * @param {string} step
 */
export function sayStep(step) {
  clearInterval(shown.timer);
  if (!isTerminal) {
    console.log(step);
    return;
  }
  const begun = Date.now();
  let frame = 0;
  // The cursor goes back to the beginning of the line, so that a line of the log takes its place.
  const draw = () =>
    process.stdout.write(
      `\x1b[2K${FRAMES[frame++ % FRAMES.length]} ${step} · ${Math.floor((Date.now() - begun) / 1_000)} s\r`,
    );
  draw();
  shown.timer = setInterval(draw, FRAME_MS);
  shown.timer.unref();
}

/** Takes the line away: the start is over, or has failed. */
export function endSteps() {
  clearInterval(shown.timer);
  if (isTerminal) process.stdout.write("\x1b[2K");
}
