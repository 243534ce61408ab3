import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { safeParse } from "zod/v4/core";
import { DealEditor } from "@/components/deals/desk/deal-editor";
import { DeskDealGone } from "@/components/deals/desk/deal-gone";
import { ask } from "@/components/kit/contract";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { deskDealsPortal, deskNow, findDeskDeal } from "@/lib/areas/deals/desk-portal";
import { type DeskDeal, dealTargetSchema } from "@/lib/areas/deals/desk-schemas";
import { inLanguage } from "@/lib/platform/language";
import { type PortalSession, pagePreferences, requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { RoleGate } from "../../../../role-gate";

type Params = Promise<{ dealId: string }>;

/** The deal that the address names, read once per page; null when there is none that the actor may know of. */
const dealOf = cache(async (actor: PortalSession["actor"], dealId: string): Promise<DeskDeal | null> => {
  const params = safeParse(dealTargetSchema, { dealId });
  return params.success ? findDeskDeal(actor, params.data.dealId) : null;
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { actor } = await requirePageSession();
  const deal = await dealOf(actor, (await params).dealId);
  if (deal === null) return { title: (await getTranslations("deals.browse"))("goneTitle") };
  return { title: inLanguage({ en: deal.titleEn, ar: deal.titleAr }, (await pagePreferences()).language) };
}

export default async function Page({ params }: { params: Params }) {
  const session = await requirePageSession();
  const deal = await dealOf(session.actor, (await params).dealId);
  return (
    <RoleGate path="/manage/deals">
      <PageTexts page="/manage/deals">
        {deal === null ? (
          <DeskDealGone />
        ) : (
          <Prefetched
            queries={[
              readAhead(ask(api.deskOne, { params: { dealId: deal.id } }), async () => deal),
              readAhead(ask(api.deskChoices), () => answerOnPage(deskDealsPortal.deskChoices, session, {})),
            ]}
          >
            <DealEditor dealId={deal.id} now={deskNow()} />
          </Prefetched>
        )}
      </PageTexts>
    </RoleGate>
  );
}
