import type { AdminContext } from "@/lib/portal/acts/context";
import { newestWalletAt } from "@/lib/wallet/facts";

/** Ids of checked files since whose check customers were made or the merchant was changed: their figures may be wrong. */
export async function readOutdated(
  database: AdminContext["database"],
  files: readonly { id: number; state: string; checkedAt: Date | null; merchantId: number | null }[],
): Promise<Set<number>> {
  const checked = files.filter(({ state }) => state === "checked");
  if (checked.length === 0) return new Set();
  const [newest, merchants] = await Promise.all([
    newestWalletAt(database),
    database.merchant.findMany({
      where: { id: { in: checked.flatMap(({ merchantId }) => merchantId ?? []) } },
      select: { id: true, updatedAt: true },
    }),
  ]);
  const changedAt = new Map(merchants.map(({ id, updatedAt }) => [id, updatedAt]));
  const isSince = (at: Date | null | undefined, checkedAt: Date) => at != null && at > checkedAt;
  return new Set(
    checked.flatMap(({ id, checkedAt, merchantId }) =>
      checkedAt !== null && (isSince(newest, checkedAt) || isSince(changedAt.get(merchantId ?? 0), checkedAt))
        ? [id]
        : [],
    ),
  );
}
