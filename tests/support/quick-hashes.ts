import { vi } from "vitest";

/**
 * Passwords and PINs of the tests guard nothing: they are hashed at the least cost that there is. A hash carries its own parameters,
 * so that a service which is given one checks it as quickly. That passwords are hashed slowly is proved where this file is not set up
 * (tests/unit/account/password-strength.test.ts).
 */
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  return {
    ...argon2,
    hash: (password: string, options: object) =>
      argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }),
  };
});
