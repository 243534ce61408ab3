"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { leaveBy } from "@/components/kit/use-navigation";
import { PageHead } from "@/components/shell/page-head";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { askOrder } from "./ask-order";
import { BackToDesk } from "./back-to-desk";

const DealOrder = lazyPart(async () => (await import("./deal-order")).DealOrder, {
  whileLoading: <OrderSkeleton />,
});

const ALL = 0;

/** Puts deals in the order in which customers see them: by drag, by keyboard, or one step at a time. */
export function DealOrderPage({ merchantId: first }: { merchantId: number | null }) {
  const t = useTranslations("deals.desk.order");
  const tDeals = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const own = useMe().merchant?.id ?? null;
  const [merchantId, setMerchantId] = useState(own ?? first);
  const { data: choices } = useQuery({
    ...ask(api.filters),
    refetchOnWindowFocus: true,
    enabled: own === null,
  });
  const query = useQuery(askOrder(merchantId));
  return (
    <>
      <BackToDesk />
      <PageHead title={t("title")} lead={t("lead")} />
      {own === null && (
        <Select
          label={tDeals("merchant")}
          options={[
            { id: ALL, label: tDeals("allMerchants") },
            ...(choices?.merchants ?? []).map(({ id, name }) => ({ id, label: inLanguage(name) })),
          ]}
          value={merchantId ?? ALL}
          onChange={(id) => leaveBy(() => setMerchantId(id || null))}
          className="mb-5 max-w-sm"
        />
      )}
      <QueryState query={query} loading={<OrderSkeleton />}>
        {({ deals }) =>
          deals.length === 0 ? (
            <EmptyState title={t("none")} />
          ) : (
            <DealOrder key={merchantId} deals={deals} merchantId={merchantId} />
          )
        }
      </QueryState>
    </>
  );
}

function OrderSkeleton() {
  return ["a", "b", "c", "d", "e", "f"].map((key) => <Skeleton key={key} className="mb-2 h-16 w-full" />);
}
