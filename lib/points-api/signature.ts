import type { ApiClient } from "@/lib/areas/clients/api-client";
import {
  checkSignature,
  readSignature,
  type SignatureFault,
  type SignedRequest,
} from "@/lib/areas/clients/signature";
import { takeSignature } from "@/lib/areas/clients/used-signatures";
import { DomainError } from "@/lib/ledger/rules/errors";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** A request whose signature is to be looked at. */
interface Signed extends Pick<SignedRequest, "method" | "target"> {
  /** By its name in lower case. */
  header(name: string): string | undefined;
  /** The body as it was sent. Throws DomainError 1003 or 1006. */
  readBody(): Promise<Uint8Array>;
}

/**
 * Checks a request's signature where its client is to sign, or may and does (rules.md §4). The body is read for it and
 * returned, as nobody reads it twice; undefined where no signature was looked at. A signature is used up by the first request.
 * @param onFault told why, for the client's log, before 1105 is thrown
 * @throws DomainError 1105; 1003 and 1006 for a body that cannot be read to its end
 */
export async function requireSignature(
  client: ApiClient,
  { header, readBody, method, target }: Signed,
  { now, onFault }: { now: Date; onFault(fault: SignatureFault): void },
): Promise<Uint8Array | undefined> {
  const { mode, secrets } = client.signing;
  const sent = { timestamp: header("x-timestamp"), signature: header("x-signature") };
  if (mode === "off" || (mode === "accepted" && sent.signature === undefined)) return undefined;
  const refuse = (fault: SignatureFault): never => {
    onFault(fault);
    throw new DomainError(1105);
  };
  const headers = readSignature(sent, now);
  if (typeof headers === "string") return refuse(headers);
  const body = await readBody();
  const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const idempotencyKey = header("idempotency-key");
  const targets = targetsOf(target, env().publicUrl);
  let checked: ReturnType<typeof checkSignature> = null;
  for (const asSent of targets)
    checked ??= checkSignature(
      headers,
      { method, target: asSent, body, idempotencyKey },
      live.map(({ secret }) => secret),
    );
  if (checked === null) {
    log().info(
      { userId: client.userId, method, paths: targets, bodyBytes: body.length },
      "A signature is not of this method, one of these paths and this body",
    );
    return refuse("signature_wrong");
  }
  if (!(await takeSignature(portalPool(), client.id, checked))) return refuse("signature_replayed");
  return body;
}

/** A request's path as it arrived, and as its caller sent it where a proxy takes the path of PUBLIC_URL off. Pure. */
export function targetsOf(target: string, publicUrl: string | undefined): string[] {
  const prefix = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return prefix === "" || target.startsWith(`${prefix}/`) ? [target] : [target, `${prefix}${target}`];
}
