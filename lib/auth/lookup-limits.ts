import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { processSingleton } from "@/lib/process-singleton";

/** More than any till can serve; far fewer than it takes to walk through a programme's numbers. */
const LOOKUPS_PER_MINUTE = 120;

const limiter = () =>
  processSingleton(
    "lookup-limits",
    () => new RateLimiterMemory({ keyPrefix: "lookup", points: LOOKUPS_PER_MINUTE, duration: 60 }),
  );

/**
 * Counts a look-up of a wallet by a user of the portal, in this process. Returns null when it may go on, otherwise the
 * seconds until it may.
 */
export async function countLookup(userId: number): Promise<number | null> {
  try {
    await limiter().consume(userId);
    return null;
  } catch (result) {
    if (result instanceof RateLimiterRes) return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    throw result;
  }
}
