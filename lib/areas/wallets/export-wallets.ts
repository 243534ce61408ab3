import type { Pool } from "pg";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import type { Wallet } from "@/lib/wallet/read";
import { exportWallets as readExport } from "@/lib/wallet/search";

export interface ExportWalletsInput {
  /** Only these, as far as the actor may have them. */
  ids?: readonly number[] | undefined;
  statusId?: number | undefined;
  segmentId?: number | undefined;
}

/**
 * Wallets one by one, the oldest first: merchant admins get the customers who have been at their merchant, operators all.
 * That it was asked for, and of what, is in the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export async function exportWallets(
  context: WalletAdminContext & { pool: Pool },
  actor: AdminActor,
  { ids, ...filter }: ExportWalletsInput,
): Promise<AsyncGenerator<Wallet>> {
  await administer(context, actor, "wallet.export", ({ record }) =>
    record({
      subject: "wallet",
      subjectId: "*",
      merchantId: actor.merchantId,
      before: null,
      after: { ...filter, ...(ids && { chosen: [...ids] }) },
    }),
  );
  const own = actor.merchantId === null ? {} : { merchantId: actor.merchantId };
  return readExport(context.pool, { ...filter, ...own, ids }, momentOf(context));
}
