import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { DealOrderPage } from "@/components/deals/desk/deal-order-page";
import { dealOrderQuery, deskFilterChoicesQuery } from "@/components/deals/desk/queries";
import { readDealOrder, readDeskFilterChoices } from "@/lib/areas/deals/desk-portal";
import { dealOrderRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk.order"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const asked = safeParse(dealOrderRequestSchema, address);
  const merchantId = actor.merchantId ?? asked.data?.merchant ?? null;
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(dealOrderQuery(merchantId), () => readDealOrder(actor, merchantId ?? undefined)),
          // A merchant's own people choose no merchant.
          ...(actor.merchantId === null
            ? [readAhead(deskFilterChoicesQuery, () => readDeskFilterChoices(actor))]
            : []),
        ]}
      >
        <DealOrderPage merchantId={merchantId} />
      </Prefetched>
    </RoleGate>
  );
}
