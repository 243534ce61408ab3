import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { safeParse } from "zod/v4/core";
import { DealGone } from "@/components/deals/deal-gone";
import { DealPage } from "@/components/deals/deal-page";
import { ask } from "@/components/kit/contract";
import { deals as api } from "@/lib/areas/deals/contract";
import { readDeal } from "@/lib/areas/deals/portal";
import { type Deal, dealParamsSchema } from "@/lib/areas/deals/schemas";
import { inLanguage } from "@/lib/platform/language";
import { pagePreferences, requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { isNotFound } from "@/lib/portal/refusal";
import { RoleGate } from "../../role-gate";

type Params = Promise<{ dealId: string }>;

/** The live deal that the address names, read once per page; null when there is none. */
const dealOf = cache(async (dealId: string): Promise<Deal | null> => {
  const params = safeParse(dealParamsSchema, { dealId });
  if (!params.success) return null;
  return readDeal(params.data.dealId).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  await requirePageSession();
  const deal = await dealOf((await params).dealId);
  if (deal === null) return { title: (await getTranslations("deals.browse"))("goneTitle") };
  return { title: inLanguage(deal.title, (await pagePreferences()).language) };
}

export default async function LiveDealPage({ params }: { params: Params }) {
  const deal = await dealOf((await params).dealId);
  return (
    <RoleGate path="/deals">
      <PageTexts page="/deals">
        {deal === null ? (
          <DealGone />
        ) : (
          <Prefetched queries={[readAhead(ask(api.one, { params: { dealId: deal.id } }), async () => deal)]}>
            <DealPage dealId={deal.id} />
          </Prefetched>
        )}
      </PageTexts>
    </RoleGate>
  );
}
