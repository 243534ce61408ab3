import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { processSingleton } from "@/lib/platform/process-singleton";

const WINDOW_SECONDS = 15 * 60;

/**
 * The failed attempts allowed within the window. The third limit stops a guesser with many addresses; it is wide enough
 * that a stranger who tries a few times locks nobody out.
 */
const FAILURES_MAX = { userAtAddress: 5, address: 50, user: 30 } as const;

type Limited = keyof typeof FAILURES_MAX;

export interface SignInAttempt {
  username: string;
  /** The caller's address. */
  address: string;
}

function limiters() {
  return processSingleton("sign-in-limits", () => {
    const create = (name: Limited) =>
      new RateLimiterPostgres({
        storeClient: portalPool(),
        storeType: "pool",
        tableName: "sign_in_attempt",
        tableCreated: true,
        keyPrefix: name,
        points: FAILURES_MAX[name],
        duration: WINDOW_SECONDS,
        blockDuration: WINDOW_SECONDS,
      });
    return { userAtAddress: create("userAtAddress"), address: create("address"), user: create("user") };
  });
}

/**
 * Counts an attempt before its password is looked at, so that many at once are counted too. What one limit refuses is not
 * counted by those after it: whoever goes on at one address uses up nobody's attempts elsewhere.
 * Returns the seconds to wait when there were too many, otherwise null.
 */
export async function countSignInAttempt(attempt: SignInAttempt): Promise<number | null> {
  const keys = keysOf(attempt);
  for (const [name, limiter] of Object.entries(limiters()) as [Limited, RateLimiterPostgres][]) {
    try {
      await limiter.consume(keys[name]);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }
  return null;
}

/** Takes back what {@link countSignInAttempt} counted, after a successful sign-in: only failures count. */
export async function forgiveSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  const { userAtAddress, address, user } = limiters();
  await Promise.all([
    userAtAddress.delete(keys.userAtAddress),
    address.reward(keys.address, 1),
    user.reward(keys.user, 1),
  ]);
}

/** User names are hashed: people type passwords into that field by mistake, and they must not stay in a table. */
function keysOf({ username, address }: SignInAttempt): Record<Limited, string> {
  const user = createHash("sha256").update(username.trim().toLowerCase()).digest("base64url");
  return { userAtAddress: `${user}@${address}`, address, user };
}
