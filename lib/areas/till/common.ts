import { createHash } from "node:crypto";
import type { RefundCommand } from "@/lib/ledger/core/commands";
import { CHANNEL } from "@/lib/ledger/core/types";
import { type Money, moneyOf } from "@/lib/platform/money";
import type { ActorBranch, PortalActor } from "@/lib/portal/acts/portal-actor";
import type { TillOperation, TillRequest } from "./schemas";

/** Parts of a command that all operations of the till have. */
export type Common = Omit<RefundCommand, "type" | "entryId" | "points" | "value">;

/** The common parts of the actor's request at a branch, with the user as the namespace of references. */
export function commonOf(
  actor: PortalActor,
  branch: ActorBranch,
  operation: TillOperation | "capture",
  request: { walletCode: string } & Partial<TillRequest>,
): Common {
  const { walletCode, reference, invoiceNumber, comment } = request;
  return {
    walletCode,
    invoiceNumber: invoiceNumber || undefined,
    comment: comment || undefined,
    ...(reference !== undefined && {
      externalLogId: reference,
      reference: { key: reference, requestHash: contentHash(operation, request) },
    }),
    actor: {
      userId: actor.userId,
      channelId: CHANNEL.cashierPortal,
      merchantId: branch.merchantId,
      branchId: branch.id,
      branchMsisdn: branch.msisdn,
      limitedBy: { clientId: null, isCounted: true },
    },
  };
}

/** The content by which a retry is recognised: everything but the reference and the PIN and where it is typed, in one order. */
function contentHash(operation: TillOperation | "capture", request: object): string {
  const content = Object.entries(request)
    .filter(([name, value]) => !["reference", "pin", "pinFromDisplay"].includes(name) && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([operation, content]))
    .digest("base64");
}

export function optionalMoney(units: number | undefined): Money | undefined {
  return units === undefined ? undefined : moneyOf(units);
}
