/** A customer stands at the till and waits. */
export const POLL_MS = 2_000;
