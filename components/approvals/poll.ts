/** A customer stands at the till and waits. */
export const POLL_SECONDS = 2;
