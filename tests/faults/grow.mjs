/**
 * Loaded before the service (`--import`) by the harness: a page worker that gets SIGUSR2 grows until V8 ends it, as one whose
 * pages hold on to what they are made of.
 */
const BATCH = 200_000;
const held = [];

function grow() {
  held.push(Array.from({ length: BATCH }, (_, index) => ({ index })));
  setImmediate(grow);
}

if (process.env.WORKER_KIND === "pages") process.once("SIGUSR2", grow);
