import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { keyedPin } from "@/lib/platform/personal";
import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Argon2id with the parameters that OWASP's password storage cheat sheet gives first: 19 MiB, 2 passes, 1 lane. A hash
 * carries its own parameters, so raising them here leaves older hashes valid.
 */
const PARAMETERS = {
  // The library's enum exists for the compiler only; 2 is Algorithm.Argon2id.
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** A slow, salted hash of a password, in the PHC string format. Runs off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Whether `stored` was made from `password`. A text that is no hash matches nothing: a damaged row locks its owner out
 * instead of failing the request.
 */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}

/** Stands before a PIN's hash that needs the service's secret. */
const KEYED = "keyed:";

/** A slow hash of a PIN under a key that is not in the database: whoever has a copy of it tries no PINs. */
export async function hashPin(pin: string): Promise<string> {
  return KEYED + (await hashPassword(keyedPin(pin)));
}

/** Whether `stored` was made from the PIN, with the key or by a release before it. */
export function verifyPin(stored: string, pin: string): Promise<boolean> {
  return stored.startsWith(KEYED)
    ? verifyPassword(stored.slice(KEYED.length), keyedPin(pin))
    : verifyPassword(stored, pin);
}

const IS_DUE = `
SELECT 1 FROM _prisma_migrations WHERE migration_name = '0057_keyed_pins' AND finished_at < now() - interval '7 days'`;

/**
 * The hash that is to take the place of `stored`, which the right PIN has opened; null for none. In the first week instances of the release
 * before may run beside this one, or be gone back to, and read no hash with a key.
 */
export async function renewedHash(database: Database, stored: string, pin: string): Promise<string | null> {
  if (stored.startsWith(KEYED) || (await readRows(database, IS_DUE)).length === 0) return null;
  return hashPin(pin);
}
