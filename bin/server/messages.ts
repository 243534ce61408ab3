/** Messages from a worker to the primary. */
export type FromWorker =
  /** This API worker hears messages from now on. Those sent before, as its program was loading, are lost. */
  | { type: "listens" }
  | { type: "ready"; port: number }
  /** The worker cannot work and another one could not either: the service ends with this message. */
  | { type: "hopeless"; message: string };

/** Messages from the primary to a worker. */
export type FromPrimary =
  | { type: "drain" }
  /** This API worker tells operators of troubles, alone of its machine. */
  | { type: "watch" }
  /** The sockets of the page workers that are ready. For API workers, once they listen and at every change. */
  | { type: "pages"; sockets: string[] };

export function isFromWorker(message: unknown): message is FromWorker {
  const type = typeOf(message);
  return type === "listens" || type === "ready" || type === "hopeless";
}

export function isFromPrimary(message: unknown): message is FromPrimary {
  const type = typeOf(message);
  return type === "drain" || type === "pages" || type === "watch";
}

function typeOf(message: unknown): unknown {
  return (message as { type?: unknown } | null)?.type;
}
