import { LIMIT_NAMES, type Limits, NO_LIMITS } from "@/lib/ledger/with/limits/words";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { addressList, type Scope, type SigningMode } from "./api-client";
import type { ClientRate, ClientView, KeyedScope } from "./client-view";
import { isOrigin } from "./desk-schemas";

export interface ClientSettings extends Limits {
  name: string;
  /** At least one. */
  scopes: readonly Scope[];
  /** Null: all branches of the merchant. */
  branchIds: readonly number[] | null;
  /** Addresses such as "10.1.2.3" and ranges such as "10.1.0.0/16" or "2001:db8::/32"; empty: from everywhere. */
  ipRanges: readonly string[];
  /** Origins such as "https://till.example" whose pages may call it from a browser; empty: none. */
  allowedOrigins: readonly string[];
  /** Null, no limit, is for the programme's operators to give. */
  rate: ClientRate | null;
  keyRequiredFor: readonly KeyedScope[];
  legacyHttp200: boolean;
  /** Read by the letter of the interface, so that a till's maker finds out what to mend. */
  isStrict: boolean;
  /** Other than "off" once it has a secret to sign with. */
  signing: SigningMode;
  /** GetDeals shows the deals of its own merchant only. */
  ownDealsOnly: boolean;
  /** For the programme's operators to give. */
  exposeNid: boolean;
  /** Its limits count alone, whatever the programme's are: for the programme's operators to give. Else they tighten those. */
  hasOwnLimits: boolean;
  expiresAt: Date | null;
}

/** Settings of a new client unless others are asked for (rules.md §5, §12). */
export const CLIENT_DEFAULTS = {
  branchIds: null,
  ipRanges: [],
  allowedOrigins: [],
  rate: { perSecond: 100, burst: 200 },
  keyRequiredFor: [],
  legacyHttp200: false,
  isStrict: false,
  signing: "off",
  ownDealsOnly: false,
  exposeNid: false,
  hasOwnLimits: false,
  ...NO_LIMITS,
  expiresAt: null,
} as const satisfies Partial<ClientSettings>;

/**
 * Refuses settings that the actor may not choose or that would not work; `present` is the client as it is, so that what
 * an operator has given stays when another person changes something else.
 * @throws AdminError forbidden, invalid
 */
export function checkSettings(
  actor: AdminActor,
  settings: Pick<
    ClientSettings,
    | "scopes"
    | "ipRanges"
    | "allowedOrigins"
    | "rate"
    | "exposeNid"
    | "signing"
    | "expiresAt"
    | "hasOwnLimits"
    | keyof Limits
  >,
  {
    present,
    now,
  }: {
    present: Pick<
      ClientView,
      "rate" | "exposeNid" | "signing" | "signingSecrets" | "expiresAt" | "hasOwnLimits" | keyof Limits
    > | null;
    now: Date;
  },
): void {
  const { scopes, ipRanges, allowedOrigins, rate, exposeNid, signing, expiresAt } = settings;
  if (scopes.length === 0) throw new AdminError("invalid", { field: "scopes" });
  if (!ipRanges.every(isAddressRange)) throw new AdminError("invalid", { field: "ipRanges" });
  if (!allowedOrigins.every(isOrigin)) throw new AdminError("invalid", { field: "allowedOrigins" });
  if (rate === null && present?.rate !== null) requirePermission(actor, "client.unlimited_rate");
  if (exposeNid && present?.exposeNid !== true) requirePermission(actor, "client.expose_nid");
  const canSign = present?.signingSecrets.some(({ isLive }) => isLive) ?? false;
  if (signing !== "off" && signing !== present?.signing && !canSign)
    throw new AdminError("invalid", { field: "signing" });
  const hasHadOwn = present?.hasOwnLimits === true;
  const areNew = LIMIT_NAMES.some((name) => settings[name] !== present?.[name]);
  if (settings.hasOwnLimits !== hasHadOwn || (hasHadOwn && areNew))
    requirePermission(actor, "client.own_limits");
  const isNewEnd = expiresAt?.getTime() !== present?.expiresAt?.getTime();
  if (isNewEnd && expiresAt !== null && expiresAt <= now)
    throw new AdminError("invalid", { field: "expiresAt" });
}

/** Whether the text is an address or a range that callers can be compared with. */
export function isAddressRange(text: string): boolean {
  return text.split("/").length <= 2 && addressList([text])?.rules.length === 1;
}
