import { LIMIT_NAMES } from "@/lib/ledger/with/limits/words";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { addressList } from "./api-client";
import type { ClientView } from "./client-view";
import { isOrigin } from "./desk-schemas";
import type { ClientFields } from "./record";

/** Settings that people choose. */
export type ClientSettings = Omit<
  ClientFields,
  "id" | "version" | "merchantId" | "userId" | "isTest" | "revokedAt" | "createdAt" | "updatedAt"
>;

/**
 * Refuses settings that the actor may not choose or that would not work; `present` is the client as it is, so that what
 * an operator has given stays when another person changes something else.
 * @throws AdminError forbidden, invalid
 */
export function checkSettings(
  actor: AdminActor,
  settings: Omit<ClientSettings, "name" | "branchIds">,
  { present, now }: { present: ClientView | null; now: Date },
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
