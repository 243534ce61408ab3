let offsetMs: number | null = null;

/** An answer of the service tells the service's time, to the second. */
export function noteServiceTime({ headers }: Pick<Response, "headers">): void {
  const at = Date.parse(headers.get("date") ?? "");
  if (Number.isFinite(at)) offsetMs = at - Date.now();
}

/** Milliseconds by which the service's clock is ahead of this device's; null before the first answer. */
export function serviceOffsetMs(): number | null {
  return offsetMs;
}
