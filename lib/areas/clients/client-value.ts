import { looserLimits } from "@/lib/ledger/with/limits/words";
import type { Act } from "@/lib/portal/acts/administer";
import { agree } from "@/lib/portal/acts/second-person";
import type { Scope } from "./api-client";
import type { ClientSettings } from "./client-settings";
import type { ClientView } from "./client-view";
import { CLIENT_SIGNING_MODES } from "./words";

/** Scopes that move points, or open wallets that earn and redeem. */
const MOVING: ReadonlySet<Scope> = new Set(["reward", "redeem", "refund", "cancel", "enrol"]);

/** Whether whoever holds the client's secrets can move customers' points. */
function moves({ scopes, sandboxId }: { scopes: readonly Scope[]; sandboxId: number | null }): boolean {
  return sandboxId === null && scopes.some((scope) => MOVING.has(scope));
}

/**
 * Has a second person agree to an act that puts a live client whose scopes move points into a person's hands (rules.md §24).
 * @returns who approved; null when nobody had to
 */
export function agreeToClient(
  act: Act,
  client: Pick<ClientView, "merchantId" | "sandboxId" | "name" | "scopes"> & { id?: number },
  {
    what,
    content,
    isWider = true,
  }: {
    what: "create" | "change" | "rotate" | "signing";
    content: readonly unknown[];
    isWider?: boolean | undefined;
  },
): Promise<number | null> {
  return agree(act, {
    kind: "client",
    points: isWider && moves(client) ? Number.POSITIVE_INFINITY : 0,
    merchantId: client.merchantId,
    content: [what, client.id ?? null, client.merchantId, client.name, ...content],
    summary: { act: what, name: client.name, scopes: client.scopes.join(", ") },
  });
}

/** Whether settings let a client do more than before. */
export function isWiderThan(before: ClientSettings, after: ClientSettings): boolean {
  const strength = ({ signing }: ClientSettings) => CLIENT_SIGNING_MODES.indexOf(signing);
  return (
    after.scopes.some((scope) => MOVING.has(scope) && !before.scopes.includes(scope)) ||
    strength(after) < strength(before) ||
    (before.ipRanges.length > 0 &&
      (after.ipRanges.length === 0 || after.ipRanges.some((range) => !before.ipRanges.includes(range)))) ||
    (before.expiresAt !== null && (after.expiresAt === null || after.expiresAt > before.expiresAt)) ||
    (after.hasOwnLimits && !before.hasOwnLimits) ||
    looserLimits(before, after).length > 0
  );
}
