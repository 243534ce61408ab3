import type { Actor } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { AdminError } from "./errors";
import { type AdminAction, isPermitted, type Rights } from "./permissions";

/** A request of the portal as it came in: its route, such as `PATCH manage/deals/:dealId`, and its parts. */
export interface SentRequest {
  route: string;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** The answer has a secret: once a second person agreed, the asker sends it again, and nobody else. */
  isAskers?: true;
}

/** The acting administrator. A portal's actor (lib/portal/acts/portal-actor.ts) is one as it is; its word is checked against the database. */
export interface AdminActor extends Rights {
  userId: number;
  /** Null for the programme's operators, who act for all merchants. */
  merchantId: number | null;
  /** Where the act came from, for the audit log. */
  ipAddress?: string | undefined;
  requestId?: string | undefined;
  /** The act takes back what the same person just did, which the audit log says. */
  isUndo?: boolean | undefined;
  /** The act came by this request; absent where the asker alone may send it. */
  sent?: SentRequest | undefined;
  /** The act carries out what a second person agreed to. */
  carriesOut?: { adjustmentId: number; approver: AdminActor; note: string | null } | undefined;
}

/** The system itself, as the command line acts. `userId` is that of the system user. */
export function systemActor(userId: number): AdminActor {
  return { userId, role: "programme_operator", merchantId: null };
}

/** An API client, by its technical user: it does at most what a cashier of its merchant may. */
export function clientActor(client: {
  userId: number;
  merchantId: number;
  ipAddress?: string | undefined;
  requestId?: string | undefined;
}): AdminActor {
  return { role: "cashier", ...client };
}

/** @throws AdminError forbidden */
export function requirePermission(actor: AdminActor, action: AdminAction): void {
  if (!isPermitted(actor, action)) throw new AdminError("forbidden");
}

/** True when the actor may know of what belongs to this merchant. */
export function isOwnMerchant(actor: AdminActor, merchantId: number | null): boolean {
  return actor.role === "programme_operator" || (merchantId !== null && actor.merchantId === merchantId);
}

/** Rows of the actor's merchant, or for an operator all, as the condition of a query. */
export function ownOf(actor: AdminActor): { merchantId?: number } {
  return actor.role === "programme_operator" ? {} : { merchantId: actor.merchantId ?? -1 };
}

/**
 * Refuses an actor who may not read what belongs to a merchant, or, where it is undefined, to all merchants.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export function requireReach(actor: AdminActor, action: AdminAction, merchantId: number | undefined): void {
  requirePermission(actor, action);
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
}

/** An administrator as the ledger knows actors. */
export function ledgerActor({ userId, merchantId }: AdminActor): Actor {
  return { userId, merchantId, channelId: CHANNEL.adminPortal, branchId: null, branchMsisdn: null };
}
