import { randomBytes } from "node:crypto";
import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { seal, unseal } from "@/lib/platform/seal";
import { storable } from "@/lib/platform/unsafe-text";

interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  policy: AddressPolicy;
  /** From the beginning to the end of the answer. */
  timeoutMs: number;
}

/** Why no answer came. */
type SendError = "timeout" | "address_refused" | "connection" | "tls" | "name" | "secret";

export interface WebhookAnswer {
  /** Null when none came. */
  status: number | null;
  error: SendError | null;
  durationMs: number;
  /** The first characters of the answer. */
  answerStart: string;
  /** How long the receiver asks to be left alone. */
  retryAfterSeconds: number | null;
}

/** So much of an answer is kept; the rest is not read. */
const ANSWER_BYTES_MAX = 1_000;

/**
 * Sends one webhook and returns the outcome; never throws. Redirects are not followed, the answer is cut off after its
 * first bytes, and everything takes at most `timeoutMs`.
 */
export async function sendWebhook(request: WebhookRequest): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const outcome = await exchange(request).catch((error: unknown) => ({
    status: null,
    error: errorOf(error),
    answerStart: "",
    retryAfterSeconds: null,
  }));
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

async function exchange({
  url,
  headers,
  body,
  policy,
  timeoutMs,
}: WebhookRequest): Promise<Omit<WebhookAnswer, "durationMs">> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  // A numeric address is connected to without being looked up.
  if (!isEndpointUrl(url, policy) || (isIP(host) !== 0 && !mayReach(host, policy)))
    return { status: null, error: "address_refused", answerStart: "", retryAfterSeconds: null };
  const { request } = target.protocol === "https:" ? https : http;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request(
      target,
      {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        lookup: guardedLookup(policy),
        agent: false,
        signal,
      },
      resolve,
    );
    sent.on("error", reject);
    sent.end(body);
  });
  const answerStart = await readStart(response);
  return {
    status: response.statusCode ?? null,
    error: null,
    answerStart,
    retryAfterSeconds: retryAfterOf(response.headers["retry-after"]),
  };
}

/** The beginning of the answer. Its status is known by now, and one that breaks off or never ends does not change it. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // Keep the part that arrived.
  } finally {
    response.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString("utf8"));
}

function retryAfterOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function errorOf(error: unknown): SendError {
  const { name, code = "" } = error as { name?: string; code?: string };
  if (name === "AbortError" || name === "TimeoutError" || code === "ABORT_ERR") return "timeout";
  if (code === "address_refused") return "address_refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "name";
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return "tls";
  return "connection";
}

/** Where webhooks may go. */
export interface AddressPolicy {
  /** This machine itself, and without encryption: for development and the demo. */
  allowsLoopback: boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** IPv4 that is not a person's on the internet: private, shared, link-local, documentation, multicast, reserved. */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
/** Of IPv6 only the global range is used, less documentation and the forms that carry an IPv4 address inside. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** Whether a webhook may be sent to this numeric address. */
export function mayReach(address: string, { allowsLoopback }: AddressPolicy): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) {
    if (allowsLoopback && LOOPBACK.check(address, "ipv4")) return true;
    return !NOT_PUBLIC.check(address, "ipv4");
  }
  if (allowsLoopback && LOOPBACK.check(address, "ipv6")) return true;
  return GLOBAL_IPV6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

/** Whether the text can be an endpoint's address: https, or where that is allowed http to this machine itself. */
export function isEndpointUrl(text: string, policy: AddressPolicy): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, hostname } = new URL(text);
  if (username !== "" || password !== "" || hash !== "") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere =
    host === "localhost" || (isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 6 ? "ipv6" : "ipv4"));
  if (isHere) return policy.allowsLoopback && (protocol === "https:" || protocol === "http:");
  if (protocol !== "https:") return false;
  return isIP(host) === 0 ? host.includes(".") : mayReach(host, policy);
}

/** Said instead of connecting when a name leads to where webhooks may not go. */
class AddressRefusedError extends Error {
  readonly code = "address_refused";
}

/**
 * Resolves a name at the moment of connecting and refuses it when any of its addresses is not allowed, so that the
 * checked address is the one connected to.
 */
function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => mayReach(address, policy)))
        return callback(
          new AddressRefusedError(`${hostname} leads to an address that is not allowed`),
          "",
          0,
        );
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const PURPOSE = "webhook secrets";

/** A new signing secret in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Seals a secret, so that a copy of the database alone signs nothing. */
export function sealSecret(secret: string, serviceSecret: string): Buffer {
  return seal(secret, { serviceSecret, purpose: PURPOSE });
}

/** The sealed secret; null when it was sealed with another service secret or changed. */
export function openSecret(sealed: Uint8Array, serviceSecret: string): string | null {
  return unseal(sealed, { serviceSecret, purpose: PURPOSE });
}
