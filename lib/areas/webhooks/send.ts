import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { storable } from "@/lib/platform/unsafe-text";
import { type AddressPolicy, guardedLookup, isEndpointUrl, mayReach } from "./addresses";

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  policy: AddressPolicy;
  /** From the beginning to the end of the answer. */
  timeoutMs: number;
}

/** Why no answer came. */
export type SendError = "timeout" | "address_refused" | "connection" | "tls" | "name" | "secret";

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
