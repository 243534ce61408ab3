import { hash, randomBytes } from "node:crypto";
import type { BlockList } from "node:net";
import type { ScenarioName } from "@/lib/areas/sandbox/schemas";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { isWithin, networkList } from "@/lib/platform/networks";
import type { CLIENT_SCOPES, CLIENT_SIGNING_MODES } from "./words";

export { CLIENT_SCOPES as SCOPES } from "./words";
export type Scope = (typeof CLIENT_SCOPES)[number];

export interface ClientBranch {
  id: number;
  /** E.164. */
  msisdn: string;
  isActive: boolean;
}

/** An API client, as identified by one of its secrets. */
export interface ApiClient {
  id: number;
  secretId: number;
  /** The technical user that stands for the client in `userId`. */
  userId: number;
  merchantId: number;
  scopes: ReadonlySet<string>;
  /** The branches it may act for, by E.164 mobile number. */
  branches: ReadonlyMap<string, ClientBranch>;
  /** null: from everywhere. */
  allowedAddresses: BlockList | null;
  /** Origins whose pages may call it from a browser, as browsers write them; none by default. */
  allowedOrigins: ReadonlySet<string>;
  /** Requests per second, and how many may come at once; null = no limit. */
  rate: { perSecond: number; burst: number } | null;
  /** Operations that it may not call without a reference (1504). */
  keyRequiredFor: ReadonlySet<string>;
  legacyHttp200: boolean;
  /** Read by the letter of the interface: no liberties are taken. */
  isStrict: boolean;
  signing: ClientSigning;
  /** GetDeals shows the deals of its own merchant only. */
  ownDealsOnly: boolean;
  exposeNid: boolean;
  /**
   * Null: no limits bind it. `isCounted`: it has limits of a day of its own, so that what it does in a day is counted
   * (rules.md §15). Which limits these are is read with each movement.
   */
  limits: { isCounted: boolean } | null;
  /** Of a test client, which acts on its test wallets only (rules.md §14); undefined for all others. */
  sandbox: ClientSandbox | undefined;
  /** The end of the client or of this secret, whichever is sooner; null = none. */
  expiresAt: Date | null;
}

/** Whether and with what its requests are signed. */
export interface ClientSigning {
  mode: SigningMode;
  /** Opened; those that end may have ended by now. */
  secrets: readonly { secret: string; expiresAt: Date | null }[];
}

export interface ClientSandbox extends Sandbox {
  /** Its wallets that behave otherwise than a customer's, with their behaviour. */
  scenarios: ReadonlyMap<string, ScenarioWallet>;
}

/** A test wallet on which something else happens. */
export interface ScenarioWallet {
  id: number;
  /** E.164. */
  contactMsisdn: string;
  scenario: ScenarioName;
}

/** Secrets carry 192 bits of randomness, so a fast hash keeps them as safe as a slow one would. */
const SECRET_BYTES = 24;

/** A new ClientId: shown once, kept as its hash and last 4 characters. A test client's ClientId is marked as one. */
export function newClientSecret({ isTest }: { isTest: boolean }): string {
  return `pis_${isTest ? "test" : "live"}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
}

/** The stored digest of a ClientId. A lookup by digest compares nothing of the secret itself, so it leaks no timing. */
export function hashClientSecret(secret: string): Buffer {
  return Buffer.from(clientSecretDigest(secret), "base64");
}

/** {@link hashClientSecret} as base64: made for every request, and as text at once in a third of the time. */
export function clientSecretDigest(secret: string): string {
  return hash("sha256", secret, "base64");
}

/** Whether a client may call from this address. An address that cannot be read is refused wherever a list is kept. */
export function isAddressAllowed({ allowedAddresses }: ApiClient, address: string): boolean {
  return allowedAddresses === null || isWithin(allowedAddresses, address);
}

/**
 * The addresses of a client's list: single addresses and ranges such as "10.1.0.0/16" or "2001:db8::/32".
 * An entry that is neither lets nobody in.
 */
export function addressList(ranges: readonly string[]): BlockList | null {
  return ranges.length === 0 ? null : networkList(ranges);
}

export type SigningMode = (typeof CLIENT_SIGNING_MODES)[number];
