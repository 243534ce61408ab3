/**
 * A value that is there already or comes later. On Node.js 20 and 22 each promise costs about a microsecond once Next.js has shown a page
 * (docs/performance.md), so what is remembered is handed on without one.
 */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, otherwise when it comes. */
export function withValue<T, Result>(value: Soon<T>, goOn: (value: T) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
