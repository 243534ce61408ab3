import cluster from "node:cluster";
import {
  BurstyRateLimiter,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRes,
} from "rate-limiter-flexible";

/** Where a client stands after one more request. */
export interface RateStanding {
  isAllowed: boolean;
  /** Requests per second that the client may make. */
  perSecond: number;
  /** Requests left in the present second. */
  remaining: number;
  /** Seconds, at least 1, until there are more. */
  resetSeconds: number;
}

/** A client's rate: so many requests a second, and so many more in a burst. */
interface Rate {
  perSecond: number;
  burst: number;
}

const WINDOW_SECONDS = 1;
// A used burst comes back in this time, at the client's own rate.
const BURST_WINDOW_SECONDS = 2;
const PRIMARY_TIMEOUT_MS = 500;

/** Counts the requests of clients that have a limit: for the whole machine, however many processes share the port. */
export class RateLimits {
  readonly #limiters = new Map<string, BurstyRateLimiter | RateLimiterMemory | RateLimiterCluster>();
  readonly #isShared: boolean;

  constructor({ workerCount }: { workerCount: number }) {
    this.#isShared = cluster.isWorker && workerCount > 1;
  }

  /** Counts one request of `who` (a client's number, or a name for something else that it does) within a rate. */
  async count(who: number | string, rate: Rate): Promise<RateStanding> {
    const { perSecond } = rate;
    try {
      const result = await this.#limiterOf(rate).consume(String(who));
      return standing(true, perSecond, result);
    } catch (result) {
      if (result instanceof RateLimiterRes) return standing(false, perSecond, result);
      // Counting across processes failed; a till is not turned away for that.
      return { isAllowed: true, perSecond, remaining: perSecond, resetSeconds: WINDOW_SECONDS };
    }
  }

  #limiterOf({ perSecond, burst }: Rate) {
    const name = `${perSecond}-${burst}`;
    let limiter = this.#limiters.get(name);
    if (limiter === undefined) {
      const rate = this.#limiter(`rate-${name}`, perSecond, WINDOW_SECONDS);
      limiter =
        burst > perSecond
          ? new BurstyRateLimiter(
              rate,
              this.#limiter(`burst-${name}`, burst - perSecond, BURST_WINDOW_SECONDS),
            )
          : rate;
      this.#limiters.set(name, limiter);
    }
    return limiter;
  }

  #limiter(keyPrefix: string, points: number, duration: number): RateLimiterMemory | RateLimiterCluster {
    return this.#isShared
      ? new RateLimiterCluster({ keyPrefix, points, duration, timeoutMs: PRIMARY_TIMEOUT_MS })
      : new RateLimiterMemory({ keyPrefix, points, duration });
  }
}

/** Lets the primary process keep the counts that its workers share. Called once, in the primary. */
export function serveSharedRateLimits(): void {
  new RateLimiterClusterMaster();
}

/** The headers that say where a caller stands (IETF draft `ratelimit-headers`); `policy` names the rate. */
export function rateHeaders(
  policy: string,
  { perSecond, remaining, resetSeconds }: RateStanding,
): Record<"RateLimit" | "RateLimit-Policy", string> {
  return {
    "RateLimit-Policy": `"${policy}";q=${perSecond};w=1`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}

function standing(isAllowed: boolean, perSecond: number, result: RateLimiterRes): RateStanding {
  return {
    isAllowed,
    perSecond,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
