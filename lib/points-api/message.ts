import type { Language } from "@/lib/platform/language";

/** A request to the points API, whichever server received it. */
export interface IntegrationRequest {
  method: string;
  /** Path without the query, as sent. */
  path: string;
  /** The query without its question mark, as sent; "" when there is none. */
  query: string;
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined;
  /** The caller's address, after trusted proxies. */
  remoteAddress: string;
  /** Where the caller reached this service, after trusted proxies, such as "https://points.example"; "" when unknown. */
  reachedAt(): string;
  /**
   * The whole body.
   * Throws DomainError 1006 when it is longer than `bytesMax`, 1003 when it breaks off.
   */
  readBody(bytesMax: number): Promise<Uint8Array>;
}

export interface IntegrationResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** The answer is to be lost on its way: the connection is cut where the server can do so (rules.md §14). */
  isLost?: boolean;
  /** The answer repeats what was carried out on another day. */
  isLateReplay?: boolean;
}

/** Whether an answer is its headers alone. */
export function isBodiless(method: string | undefined, { status }: IntegrationResponse): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

/** How an answer is worded and addressed, settled before anything else is looked at. */
export interface AnswerContext {
  requestId: string;
  language: Language;
}
/** Context of the wire form of a wallet or an entry. */
export interface WireContext {
  language: Language;
  /** The programme's time zone, e.g. "Africa/Cairo". */
  zone: string;
  /** Whether this caller may see national identity numbers. */
  exposeNid: boolean;
  /** Whether the request named the customer by a value of FindWallet: a number never leaves for a card that was guessed. */
  readonly masksNumber?: boolean;
}
