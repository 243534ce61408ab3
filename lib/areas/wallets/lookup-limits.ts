import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { recordSecurityEvent } from "@/lib/areas/security/record";
import { processSingleton } from "@/lib/platform/process-singleton";

/** More than any till can serve; far fewer than it takes to walk through a programme's numbers. */
const LOOKUPS_PER_MINUTE = 120;

/** A search lists many at once: enough for a busy desk, too little to copy the programme page by page. */
const SEARCHES_PER_MINUTE = 40;
/** Files of all customers. */
const EXPORTS_PER_HOUR = 12;

const LIMITS = {
  lookup: { points: LOOKUPS_PER_MINUTE, duration: 60 },
  search: { points: SEARCHES_PER_MINUTE, duration: 60 },
  export: { points: EXPORTS_PER_HOUR, duration: 3_600 },
} as const;

const limiter = (kind: keyof typeof LIMITS) =>
  processSingleton(`${kind}-limits`, () => new RateLimiterMemory({ keyPrefix: kind, ...LIMITS[kind] }));

/**
 * Counts a look-up of a wallet by a user of the portal, in this process. Returns null when it may go on, otherwise the
 * seconds until it may.
 */
export function countLookup(userId: number): Promise<number | null> {
  return count("lookup", userId);
}

/** The same for a page of a search of wallets. */
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
