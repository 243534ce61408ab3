import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { safeParse } from "zod/v4/core";
import { DealEditor } from "@/components/deals/desk/deal-editor";
import { DeskDealGone } from "@/components/deals/desk/deal-gone";
import { keys } from "@/components/kit/keys";
import type { AdminActor } from "@/lib/areas/actor";
import { deskNow, readDeskChoices, readDeskDeal } from "@/lib/areas/deals/desk-portal";
import {
  type DeskDeal,
  dealDeskChoicesSchema,
  dealTargetSchema,
  deskDealSchema,
} from "@/lib/areas/deals/desk-schemas";
import { isAdminError } from "@/lib/areas/errors";
import { inLanguage } from "@/lib/platform/language";
import { pagePreferences, requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

type Params = Promise<{ dealId: string }>;

/** The deal that the address names, read once per page; null when there is none that the actor may know of. */
const dealOf = cache(async (actor: AdminActor, dealId: string): Promise<DeskDeal | null> => {
  const params = safeParse(dealTargetSchema, { dealId });
  if (!params.success) return null;
  return readDeskDeal(actor, params.data.dealId).catch((error: unknown) => {
    if (isAdminError(error) && ["not_found", "forbidden"].includes(error.code)) return null;
    throw error;
  });
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { actor } = await requirePageSession();
  const deal = await dealOf(actor, (await params).dealId);
  if (deal === null) return { title: (await getTranslations("deals"))("goneTitle") };
  return { title: inLanguage({ en: deal.titleEn, ar: deal.titleAr }, (await pagePreferences()).language) };
}

export default async function Page({ params }: { params: Params }) {
  const { actor } = await requirePageSession();
  const deal = await dealOf(actor, (await params).dealId);
  return (
    <RoleGate path="/manage/deals">
      {deal === null ? (
        <DeskDealGone />
      ) : (
        <Prefetched
          queries={[
            readAhead(keys.dealDesk.one(deal.id), deskDealSchema, async () => deal),
            readAhead(keys.dealDesk.choices, dealDeskChoicesSchema, () => readDeskChoices(actor)),
          ]}
        >
          <DealEditor dealId={deal.id} now={deskNow()} />
        </Prefetched>
      )}
    </RoleGate>
  );
}
