import { env } from "@/lib/platform/env";
import { dataSecret, seal, unseal } from "@/lib/platform/seal";

/** Tells the sign-in page whose end the refusal of a single sign-on was: sealed, so that nobody asks it for other merchants. */
export const ENDED_COOKIE = "points.ended";
const MAX_AGE_SECONDS = 300;
const key = () => ({ serviceSecret: dataSecret(), purpose: "sign-in answers" as const });

export function endedCookie(merchantId: number): string {
  const secure = env().publicUrl?.startsWith("https://") ? "; Secure" : "";
  const value = seal(String(merchantId), key()).toString("base64url");
  return `${ENDED_COOKIE}=${value}; Path=/sign-in; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The merchant of {@link endedCookie}; null for any other value. */
export function endedMerchantIn(value: string | undefined): number | null {
  const text = value === undefined ? null : unseal(Buffer.from(value, "base64url"), key());
  return text === null ? null : Number(text);
}
