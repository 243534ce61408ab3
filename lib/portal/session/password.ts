import { type Algorithm, hash, verify } from "@node-rs/argon2";

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

/** A slow, salted hash of a password or PIN, in the PHC string format. Runs off the main thread. */
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
