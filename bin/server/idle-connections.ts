import type { Socket } from "node:net";

/** How long a connection that was closed for idling is still read from. */
const LINGER_MS = 10_000;

/** Connections on which nothing moved for too long, while the other side has not heard of it yet. */
const closing = new WeakSet<Socket>();

/** For a server's `timeout`: says goodbye instead of hanging up, so that a request that is on its way meets no reset. */
export function closeIdle(socket: Socket): void {
  if (closing.has(socket)) return void socket.destroy();
  closing.add(socket);
  socket.end();
  socket.setTimeout(LINGER_MS);
}

/** Whether a request came when its connection was closed already: its answer would be lost, so it is not to be carried out. */
export function isTooLate(socket: Socket): boolean {
  return closing.has(socket);
}
