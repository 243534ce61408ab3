import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/platform/process-singleton";

/** Where a request came from. */
export interface RequestOrigin {
  /** The caller's address, after trusted proxies. */
  ipAddress: string;
  userAgent: string;
  requestId: string;
}

const storage = () => processSingleton("request-origin", () => new AsyncLocalStorage<RequestOrigin>());

/** Does `work` so that {@link currentOrigin} says, in everything that it waits for, where the request came from. */
export function withOrigin<Result>(origin: RequestOrigin, work: () => Result): Result {
  return storage().run(origin, work);
}

/** Where the request came from that this is done for; undefined outside of a request, and in the points API. */
export function currentOrigin(): RequestOrigin | undefined {
  return storage().getStore();
}
