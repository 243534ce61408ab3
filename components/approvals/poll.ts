/** Somebody stands at a till and waits. */
export const POLL_MS = 2_000;
