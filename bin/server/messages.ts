/** What a worker tells the primary. */
export type FromWorker =
  | { type: "ready"; port: number }
  /** The worker cannot work and another one could not either: the service ends with this message. */
  | { type: "hopeless"; message: string };

/** What the primary tells a worker. */
export interface FromPrimary {
  type: "drain";
}

export function isFromWorker(message: unknown): message is FromWorker {
  const type = (message as { type?: unknown } | null)?.type;
  return type === "ready" || type === "hopeless";
}

export function isFromPrimary(message: unknown): message is FromPrimary {
  return (message as { type?: unknown } | null)?.type === "drain";
}
