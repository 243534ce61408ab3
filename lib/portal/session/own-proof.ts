import { APIError, isAPIError } from "better-auth/api";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { cookiesOf, passkeyHeaders } from "./auth-headers";
import { verifyPasskey } from "./passkey-challenge";
import { portalAuthIn } from "./portal-auth";
import { countSignInAttempt, forgiveSignInAttempt } from "./sign-in-limits";
import { reserveCode } from "./used-codes";

/**
 * Proof of identity that a signed-in user gives before changing their own ways in: the password, and with a second factor its code or a
 * passkey as well. A stolen password with a screen left open changes nothing.
 */
export interface OwnProof {
  password: string;
  /** A code of the app, or a backup code, which is used up. */
  code?: string | undefined;
  /** The browser's answer to the challenge of its cookie (WebAuthn, AuthenticationResponseJSON), in place of a code. */
  passkey?: PasskeyResponse | undefined;
}

/** Answer of a browser's authenticator (WebAuthn, in its JSON). The library checks its shape with its content. */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** The caller, as the route knows them. */
export interface OwnCaller {
  username: string;
  address: string;
  requestId?: string | undefined;
}

export type Limited = { outcome: "limited"; retryAfterSeconds: number };

/** Refusals of the library by what is wrong; the rest is for the caller to name. */
export const WRONG_CODE = new Set(["INVALID_CODE", "INVALID_BACKUP_CODE"]);

/**
 * Checks a proof within the transaction that it is for.
 * @throws APIError for a wrong password, a wrong or used code, and a passkey of another person
 */
export async function checkProof(
  tx: Prisma.TransactionClient,
  headers: Headers,
  userId: number,
  { password, code, passkey }: OwnProof,
): Promise<void> {
  const auth = portalAuthIn(tx);
  await auth.api.verifyPassword({ body: { password }, headers: cookiesOf(headers) });
  const { twoFactorEnabled } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { twoFactorEnabled: true },
  });
  if (!twoFactorEnabled) return;
  if (passkey !== undefined) return checkPasskey(tx, headers, userId, passkey);
  const typed = readCode(code ?? "");
  if (typed.kind === "totp" && !(await reserveCode(tx, userId, typed.code))) throw wrongCode();
  const method = typed.kind === "totp" ? "verifyTOTP" : "verifyBackupCode";
  await auth.api[method]({ body: { code: typed.code }, headers: cookiesOf(headers) });
}

async function checkPasskey(
  tx: Prisma.TransactionClient,
  headers: Headers,
  userId: number,
  response: PasskeyResponse,
): Promise<void> {
  const { userId: signer, token } = await verifyPasskey(tx, passkeyHeaders(headers), response);
  // The library begins a session with every passkey; here there is one already.
  await tx.session.deleteMany({ where: { token } });
  if (signer !== userId) throw wrongCode();
}

const wrongCode = () => new APIError("UNAUTHORIZED", { code: "INVALID_CODE" });

/** Six digits are of the app; anything else is a backup code, which may be typed with or without its hyphen. */
export function readCode(text: string): { kind: "totp" | "backup"; code: string } {
  const code = text.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(code)) return { kind: "totp", code };
  return { kind: "backup", code: `${code.slice(0, 5)}-${code.slice(5)}` };
}

/** Counts an attempt, forgives it when it succeeds, and says what the library refused; `refusal` where it does not. */
export async function guarded<Result>(
  caller: OwnCaller,
  refusal: ProofRefusal,
  attempt: () => Promise<Result>,
): Promise<Result | { outcome: ProofRefusal } | Limited> {
  const counted = await countSignInAttempt({ ...caller, isSignedIn: true });
  if ("retryAfterSeconds" in counted) return { outcome: "limited", ...counted };
  try {
    const result = await attempt();
    await forgiveSignInAttempt(counted);
    return result;
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    return { outcome: refusalOf(error) ?? refusal };
  }
}

export type ProofRefusal = "wrong_password" | "wrong_code";

function refusalOf({ body }: APIError): ProofRefusal | null {
  const code = String(body?.code);
  if (code === "INVALID_PASSWORD") return "wrong_password";
  return WRONG_CODE.has(code) || PASSKEY_REFUSED.has(code) ? "wrong_code" : null;
}

const PASSKEY_REFUSED = new Set(["CHALLENGE_NOT_FOUND", "PASSKEY_NOT_FOUND", "AUTHENTICATION_FAILED"]);
