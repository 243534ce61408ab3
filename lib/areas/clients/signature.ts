import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** How far the clock of who signs may be from ours, in seconds (rules.md §4). */
export const SIGNATURE_WINDOW_SECONDS = 300;

/** Why a signature is refused: for the client's own people, the caller is told 1105 alone. */
export const SIGNATURE_FAULTS = [
  "signature_missing",
  "signature_malformed",
  "signature_untimely",
  "signature_wrong",
  "signature_replayed",
] as const;
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number];

/** Signed parts of a request. */
export interface SignedRequest {
  /** In capitals. */
  method: string;
  /** Path and query as they were sent: `/api/Integration/v1/GetDeals?ratePlan=GOLD`. */
  target: string;
  /** The header `Idempotency-Key` as it was sent; absent where there is none. */
  idempotencyKey?: string | undefined;
  /** The body as it was sent; empty where there is none. */
  body: Uint8Array;
}

/** The headers of a signature. */
export interface SignatureHeaders {
  /** Unix time in seconds, with up to nine decimals. */
  timestamp: string;
  /** HMAC-SHA256 in hexadecimal digits. */
  signature: string;
}

export interface CheckedSignature {
  digest: Buffer;
  /** The last moment at which it would be accepted again. */
  until: Date;
}

const SECRET_BYTES = 32;
const TIMESTAMP = /^\d{1,12}(?:\.\d{1,9})?$/;
const SIGNATURE = /^[\da-f]{64}$/i;

/** A new signing secret: shown once, kept sealed. */
export function newSigningSecret(): string {
  return `pss_${randomBytes(SECRET_BYTES).toString("base64url")}`;
}

/**
 * The lines that are signed: time, method, path with query, the SHA-256 of the body in hexadecimal digits, and the header
 * `Idempotency-Key` where it is sent.
 */
export function textToSign(
  timestamp: string,
  { method, target, body, idempotencyKey }: SignedRequest,
): string {
  const lines = [timestamp, method, target, createHash("sha256").update(body).digest("hex")];
  return [...lines, ...(idempotencyKey === undefined ? [] : [idempotencyKey])].join("\n");
}

/** The signature of a request. The key is the secret as it is shown, `pss_` included. */
export function signatureOf(secret: string, timestamp: string, request: SignedRequest): Buffer {
  return createHmac("sha256", secret).update(textToSign(timestamp, request)).digest();
}

/** Checks that need no body. Returns the fault, or the headers. */
export function readSignature(
  { timestamp, signature }: { [Name in keyof SignatureHeaders]: string | undefined },
  now: Date,
): SignatureHeaders | SignatureFault {
  if (timestamp === undefined || signature === undefined) return "signature_missing";
  if (!TIMESTAMP.test(timestamp) || !SIGNATURE.test(signature)) return "signature_malformed";
  const awaySeconds = Math.abs(Number(timestamp) - now.getTime() / 1_000);
  return awaySeconds > SIGNATURE_WINDOW_SECONDS ? "signature_untimely" : { timestamp, signature };
}

/** Compares a signature with those of the client's secrets, in the same time whatever differs; null: none of them made it. */
export function checkSignature(
  { timestamp, signature }: SignatureHeaders,
  request: SignedRequest,
  secrets: readonly string[],
): CheckedSignature | null {
  const digest = Buffer.from(signature, "hex");
  const matches = secrets.map((secret) => timingSafeEqual(digest, signatureOf(secret, timestamp, request)));
  if (!matches.includes(true)) return null;
  return { digest, until: new Date((Number(timestamp) + SIGNATURE_WINDOW_SECONDS) * 1_000) };
}
