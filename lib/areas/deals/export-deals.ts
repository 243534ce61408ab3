import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type ListedDeal, listDeals } from "./list-deals";

/**
 * Some deals as they are now, as GetDeals orders them; those of other merchants are left out. That it was asked for, and of
 * which, is in the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export async function exportDeals(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<ListedDeal[]> {
  const wanted = new Set(ids);
  const deals = (await listDeals(context, actor)).filter(({ id }) => wanted.has(id));
  await administer(context, actor, "deal.export", ({ record }) =>
    record({
      subject: "deal",
      subjectId: "*",
      merchantId: actor.merchantId,
      before: null,
      after: { chosen: deals.map(({ id }) => id) },
    }),
  );
  return deals;
}
