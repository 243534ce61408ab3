import { AsyncLocalStorage } from "node:async_hooks";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { username } from "better-auth/plugins/username";
import type { NotedRows } from "@/lib/log/proved";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { Ended } from "@/lib/portal/acts/access-ended";
import { isProved } from "@/lib/portal/security-log/proved";
import { hashPassword, verifyPassword } from "./password";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules";

/** A session ends when it was not used for this long: longer than a shift, shorter than a night and a day. */
const SESSION_IDLE_SECONDS = 12 * 60 * 60;
/** How often a session in use is prolonged; also how exact "last used" is in the list of sessions. */
const SESSION_PROLONG_SECONDS = 10 * 60;

/** Whether the library would prolong a session in use that ends at this time: what it was last given has been used for a while. */
export function isProlongingDue(expiresAt: Date, nowMs: number): boolean {
  const givenAtMs = expiresAt.getTime() - SESSION_IDLE_SECONDS * 1000;
  return givenAtMs + SESSION_PROLONG_SECONDS * 1000 <= nowMs;
}

export const USERNAME_LENGTH_MAX = 64;
/** The name by which apps that make codes list the account. */
export const APP_NAME = "Points";

/** No control characters and no halves of surrogate pairs, which no database stores. */
const STORABLE = /^[^\p{Cc}\p{Cs}]+$/u;

/** Carries the caller's address to the library, which keeps it with the session. Set by this service, never by a caller. */
export const SESSION_ADDRESS_HEADER = "x-session-address";

/** Whether the slow hash has been worked on during this sign-in. */
export const hashing = new AsyncLocalStorage<{ happened: boolean }>();

function noteHashing(): void {
  const noted = hashing.getStore();
  if (noted !== undefined) noted.happened = true;
}

const NOTED_HASHING = {
  hash: (password: string) => {
    noteHashing();
    return hashPassword(password);
  },
  verify: ({ hash, password }: { hash: string; password: string }) => {
    noteHashing();
    return verifyPassword(hash, password);
  },
};

/** How a session begins when it is not with a password: kept with the session. */
export type Beginning = "passkey" | "sso" | "pin";
export const beginning = new AsyncLocalStorage<Beginning>();

/** How long after the password the code may be given. */
const SECOND_FACTOR_SECONDS = 10 * 60;

/** How single sign-on is called in the database. */
export const SSO_PROVIDER = "oidc";
/** Where the sign-in service sends people back to. */
export const SSO_CALLBACK_PATH = "/api/portal/session/oidc/callback";

/** Single sign-on, where it is set up. `emailOf` looks up the user whom the provider's claims mean. */
function singleSignOn(emailOf: (claims: Record<string, unknown>) => Promise<string | null>) {
  const { oidc, publicUrl } = env();
  if (oidc === undefined) return [];
  return [
    genericOAuth({
      config: [
        {
          providerId: SSO_PROVIDER,
          discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
          clientId: oidc.clientId,
          clientSecret: oidc.clientSecret,
          scopes: ["openid", "email", "profile"],
          redirectURI: `${publicUrl}${SSO_CALLBACK_PATH}`,
          pkce: true,
          requireIdTokenVerification: true,
          accountSubject: ({ tokens }) => subjectOf(tokens.idToken, oidc.clientId),
          // Nobody is created by it, and nothing of theirs is changed.
          disableSignUp: true,
          disableImplicitSignUp: true,
          mapProfileToUser: async (claims) => {
            const email = await emailOf(claims);
            return { email: email ?? "", emailVerified: email !== null };
          },
        },
      ],
    }),
  ];
}

/**
 * Subject of an ID token that the library has verified; "", which the library refuses, where there is none or where it was issued to
 * another client or has no end (OpenID Connect Core, 3.1.3.7, 4, 5 and 9).
 */
function subjectOf(idToken: string | undefined, clientId: string): string {
  if (idToken === undefined) return "";
  const { sub, aud, azp, exp } = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  const isForOthersToo = Array.isArray(aud) && aud.length > 1;
  const isOurs = azp === clientId || (azp === undefined && !isForOthersToo);
  // The library looks at an end that is there, and at no missing one.
  return isOurs && typeof exp === "number" && typeof sub === "string" ? sub : "";
}

type EmailOf = Parameters<typeof singleSignOn>[0];

/** Found by the browser without a user name, and opened by a finger, a face or a PIN: two factors in one. */
function passkeys(publicUrl: string | undefined) {
  return passkey({
    rpName: APP_NAME,
    origin: publicUrl === undefined ? null : new URL(publicUrl).origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw new APIError("UNAUTHORIZED");
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError("UNAUTHORIZED");
      },
    },
  });
}

function createPortalAuth(database: Prisma.TransactionClient, emailOf?: EmailOf) {
  const { publicUrl, sessionSecret } = env();
  if (sessionSecret === undefined)
    throw new Error("Sessions need SESSION_SECRET, which the start-up provides.");
  return betterAuth({
    appName: APP_NAME,
    baseURL: publicUrl ?? "http://localhost",
    secret: sessionSecret,
    database: prismaAdapter(database, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: NOTED_HASHING,
    },
    plugins: [
      username({
        minUsernameLength: 1,
        maxUsernameLength: USERNAME_LENGTH_MAX,
        usernameValidator: (name) => STORABLE.test(name),
      }),
      // Asked for at every sign-in: no device is trusted for longer, since a desk's computer is many people's.
      twoFactor({ issuer: APP_NAME, twoFactorCookieMaxAge: SECOND_FACTOR_SECONDS }),
      passkeys(publicUrl),
      ...(emailOf === undefined ? [] : singleSignOn(emailOf)),
    ],
    account: {
      // The provider's tokens are for signing in, which is over by then.
      updateAccountOnSignIn: false,
      // Only people who are here already come in, each by the account that `emailOf` names.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    user: {
      additionalFields: {
        kind: { type: "string", input: false, required: false },
        role: { type: "string", input: false, required: false },
        merchantId: { type: "number", input: false, required: false },
        isActive: { type: "boolean", input: false, required: false },
        locale: { type: "string", input: false, required: false },
        theme: { type: "string", input: false, required: false },
        density: { type: "string", input: false, required: false },
        calendar: { type: "string", input: false, required: false },
      },
    },
    session: {
      expiresIn: SESSION_IDLE_SECONDS,
      updateAge: SESSION_PROLONG_SECONDS,
      // Acts that need a fresh proof ask for one themselves.
      freshAge: 0,
      additionalFields: { beganWith: { type: "string", input: false, required: false } },
    },
    databaseHooks: databaseHooks(database),
    advanced: {
      cookiePrefix: "points",
      useSecureCookies: publicUrl?.startsWith("https://") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      database: { generateId: "serial" },
      ipAddress: { ipAddressHeaders: [SESSION_ADDRESS_HEADER] },
    },
    // Attempts are counted in lib/portal/session/sign-in-limits.ts, by user name as well and for all processes together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "warn", log: (level, message) => log().debug({ source: "auth", level }, message) },
  });
}

function databaseHooks(database: Prisma.TransactionClient): BetterAuthOptions["databaseHooks"] {
  return {
    account: {
      create: {
        before: async (account) => ({
          data: { ...account, accessToken: null, refreshToken: null, idToken: null },
        }),
      },
    },
    session: {
      create: {
        before: async (session) => {
          await refuseUnlessActive(database, Number(session.userId));
          const beganWith = beginning.getStore();
          return beganWith === undefined ? undefined : { data: { ...session, beganWith } };
        },
      },
    },
  };
}

/** Codes of the refusals of a person without access any more, whose own or whose merchant's has ended; the code carries the number. */
const ENDED = /^(USER|MERCHANT)_ENDED_(\d+)$/;

/** The end for which a sign-in was refused, by the code of the refusal; null for other refusals. */
export function whyEnded(code: string | null | undefined): Ended | null {
  const [, ended, id] = ENDED.exec(code ?? "") ?? [];
  if (ended === undefined) return null;
  return ended === "USER" ? { userId: Number(id) } : { merchantId: Number(id) };
}

/** Rows that let a person in: a stranger may have written none of them. */
const WAYS_IN = [
  "app_user",
  "user_branch",
  "account",
  "two_factor",
  "two_factor_code",
  "passkey",
  "staff_pin",
] as const;

/**
 * Only those who have proven who they are come this far: they are told of the end, which tells a guesser nothing. Ways in that the service did
 * not write get the answer of a wrong password.
 */
async function refuseUnlessActive(database: Prisma.TransactionClient, userId: number): Promise<void> {
  const user = await database.user.findUnique({
    where: { id: userId },
    select: { isActive: true, kind: true, merchant: { select: { id: true, isActive: true } } },
  });
  if (user?.kind !== "portal") throw new APIError("UNAUTHORIZED");
  const waysIn = WAYS_IN.map((table): NotedRows => [table, userId]);
  if (!(await isProved(database, waysIn))) throw new APIError("UNAUTHORIZED");
  if (!user.isActive) throw new APIError("UNAUTHORIZED", { code: `USER_ENDED_${userId}` });
  if (user.merchant?.isActive === false)
    throw new APIError("UNAUTHORIZED", { code: `MERCHANT_ENDED_${user.merchant.id}` });
}

/**
 * The authentication library, set up for user names, passwords and codes only. Callers use `auth.api`; none of its HTTP endpoints is
 * exposed.
 */
export function portalAuth(): ReturnType<typeof createPortalAuth> {
  return processSingleton("portal-auth", () => createPortalAuth(prisma()));
}

/** The same within a transaction, so that the library's changes and their audit row are committed together. */
export function portalAuthIn(tx: Prisma.TransactionClient): ReturnType<typeof createPortalAuth> {
  return createPortalAuth(tx);
}

/** The same with single sign-on: apart, since it waits for the sign-in service, which nobody else shall. */
export function ssoAuth(emailOf: EmailOf): ReturnType<typeof createPortalAuth> {
  return processSingleton("sso-auth", () => createPortalAuth(prisma(), emailOf));
}
