"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { PageHead } from "@/components/shell/page-head";
import { Skeleton } from "@/components/ui/states";
import { programme as api } from "@/lib/areas/programme/contract";
import { ConsentCard } from "./consent-card";
import { RefundRulesCard } from "./refund-rules-card";
import { RulesCard } from "./rules-card";
import { SegmentsCard } from "./segments-card";

/** The rules of the whole programme, for its operators. Changes count from now on. */
export function ProgrammePage() {
  const t = useTranslations("programme");
  const query = useQuery(ask(api.desk));
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <QueryState
        query={query}
        loading={
          <>
            <Skeleton className="h-80" />
            <Skeleton className="mt-5 h-96" />
          </>
        }
      >
        {({ segments, programme, consent, merchants }) => (
          <div className="grid gap-5">
            <SegmentsCard segments={segments} currency={programme.currency} />
            <RulesCard programme={programme} />
            <ConsentCard consent={consent} />
            <RefundRulesCard merchants={merchants} />
          </div>
        )}
      </QueryState>
    </>
  );
}
