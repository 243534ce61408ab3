import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { processSingleton } from "@/lib/platform/process-singleton";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";

/** A search lists many at once: enough for a busy desk, too little to copy the programme page by page. */
const SEARCHES_PER_MINUTE = 40;
/** Files of all customers. */
const EXPORTS_PER_HOUR = 12;

const LIMITS = {
  search: { points: SEARCHES_PER_MINUTE, duration: 60 },
  export: { points: EXPORTS_PER_HOUR, duration: 3_600 },
} as const;

const limiter = (kind: keyof typeof LIMITS) =>
  processSingleton(`${kind}-limits`, () => new RateLimiterMemory({ keyPrefix: kind, ...LIMITS[kind] }));

/**
 * Counts a page of a search of wallets by a user of the portal, in this process. Returns null when it may go on, otherwise the
 * seconds until it may.
 */
export function countWalletSearch(userId: number): Promise<number | null> {
  return count("search", userId);
}

/** The same for a file of wallets. */
export function countWalletExport(userId: number): Promise<number | null> {
  return count("export", userId);
}

async function count(kind: keyof typeof LIMITS, userId: number): Promise<number | null> {
  try {
    await limiter(kind).consume(userId);
    return null;
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
    await recordSecurityEvent({ kind: "limit.reached", userId, details: { limit: kind } });
    return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  }
}
