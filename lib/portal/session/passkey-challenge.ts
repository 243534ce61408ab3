import { AsyncLocalStorage } from "node:async_hooks";
import { APIError } from "better-auth/api";
import { systemClock } from "@/lib/platform/clock";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { processSingleton } from "@/lib/platform/process-singleton";
import { readSecretCookie, secretCookie } from "./known-devices";
import { portalAuthIn } from "./portal-auth";
import { reserveCode } from "./used-codes";

/**
 * Challenges that a passkey signs. Each travels signed in a cookie and becomes a row only in the transaction that checks its answer:
 * a stranger who asks for challenges, or answers them with junk, leaves nothing in the database.
 */
const COOKIE = "points.passkey_challenge";
/** As long as the library accepts an answer. */
const SECONDS = 5 * 60;

interface Challenge {
  identifier: string;
  value: string;
  expiresAt: Date;
}

/** Where the library puts a challenge in place of the database. */
const made = new AsyncLocalStorage<{ challenge?: Challenge }>();
const NO_DATABASE = {
  verification: {
    create: async ({ data }: { data: Challenge }) => {
      const place = made.getStore();
      if (place !== undefined) place.challenge = data;
      return { id: 1, ...data };
    },
  },
} as unknown as Prisma.TransactionClient;
const authWithoutDatabase = () => processSingleton("passkey-challenges", () => portalAuthIn(NO_DATABASE));

/** A challenge for whichever passkey answers it, and the cookies that it comes back with. */
export async function newPasskeyChallenge(): Promise<{ options: object; cookies: readonly string[] }> {
  const place: { challenge?: Challenge } = {};
  const { response, headers } = await made.run(place, () =>
    authWithoutDatabase().api.generatePasskeyAuthenticationOptions({
      headers: new Headers(),
      returnHeaders: true,
    }),
  );
  const sealed = Buffer.from(JSON.stringify(place.challenge)).toString("base64url");
  return {
    options: { ...response, userVerification: "required" },
    cookies: [...headers.getSetCookie(), secretCookie(COOKIE, sealed, SECONDS)],
  };
}

/**
 * Checks what a passkey signed for the challenge of the cookies, once, within the transaction that it is for, and begins a session.
 * @throws APIError for any other answer
 */
export async function verifyPasskey(
  tx: Prisma.TransactionClient,
  headers: Headers,
  response: Readonly<Record<string, unknown>>,
): Promise<{ userId: number; token: string; cookies: readonly string[] }> {
  const sealed = readSecretCookie(headers, COOKIE);
  if (sealed === null) throw notFound();
  const { identifier, value, expiresAt } = JSON.parse(Buffer.from(sealed, "base64url").toString()) as Record<
    keyof Challenge,
    string
  >;
  if (Date.parse(expiresAt) <= systemClock.now().getTime()) throw notFound();
  await tx.verification.create({ data: { identifier, value, expiresAt: new Date(expiresAt) } });
  const { response: begun, headers: answered } = await portalAuthIn(tx).api.verifyPasskeyAuthentication({
    body: { response: { ...response } as never },
    headers,
    returnHeaders: true,
  });
  const userId = Number(begun.session.userId);
  if (!(await reserveCode(tx, userId, identifier.slice(0, 16)))) throw notFound();
  return { userId, token: begun.session.token, cookies: answered.getSetCookie() };
}

const notFound = () => new APIError("BAD_REQUEST", { code: "CHALLENGE_NOT_FOUND" });
