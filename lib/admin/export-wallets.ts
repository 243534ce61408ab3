import type { Pool } from "pg";
import { type ExportedWallet, exportWallets as readWallets } from "@/lib/wallets/search-wallets";
import type { AdminActor } from "./actor";
import { administer } from "./administer";
import type { AdminContext } from "./context";

export interface ExportWalletsInput {
  statusId?: number | undefined;
  segmentId?: number | undefined;
  /** ISO date in the programme's zone: points whose last day is before it have lapsed. */
  today: string;
}

/**
 * Wallets one by one, the oldest first: merchant admins get the customers who have been at their merchant, operators all.
 * That it was asked for, and of what, is in the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export async function exportWallets(
  context: AdminContext & { pool: Pool },
  actor: AdminActor,
  { today, ...filter }: ExportWalletsInput,
): Promise<AsyncGenerator<ExportedWallet>> {
  await administer(context, actor, "wallet.export", ({ record }) =>
    record({
      subject: "wallet",
      subjectId: "*",
      merchantId: actor.merchantId,
      before: null,
      after: { ...filter },
    }),
  );
  const own = actor.merchantId === null ? {} : { merchantId: actor.merchantId };
  return readWallets(context.pool, { ...filter, ...own }, { today });
}
