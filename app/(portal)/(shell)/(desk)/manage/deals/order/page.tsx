import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { askOrder } from "@/components/deals/desk/ask-order";
import { DealOrderPage } from "@/components/deals/desk/deal-order-page";
import { ask } from "@/components/kit/contract";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { dealOrderRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk.order"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, session] = await Promise.all([searchParams, requirePageSession()]);
  const asked = safeParse(dealOrderRequestSchema, address);
  const { actor } = session;
  const merchantId = actor.merchantId ?? asked.data?.merchant ?? null;
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(askOrder(merchantId), () =>
            answerOnPage(deskDealsPortal.order, session, { query: { merchant: merchantId ?? undefined } }),
          ),
          // A merchant's own people choose no merchant.
          ...(actor.merchantId === null
            ? [readAhead(ask(api.filters), () => answerOnPage(deskDealsPortal.filters, session, {}))]
            : []),
        ]}
      >
        <DealOrderPage merchantId={merchantId} />
      </Prefetched>
    </RoleGate>
  );
}
