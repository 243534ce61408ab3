"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { ConsentCard } from "./consent-card";
import { programmeQuery } from "./queries";
import { RefundRulesCard } from "./refund-rules-card";
import { RulesCard } from "./rules-card";
import { SegmentsCard } from "./segments-card";

/** The rules of the whole programme, for its operators. Whatever is changed counts from now on. */
export function ProgrammePage() {
  const t = useTranslations("programme");
  const tErrors = useTranslations("errors");
  const { textOf } = useErrorText();
  const { data, error, refetch } = useQuery(programmeQuery);
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      {data ? (
        <div className="grid gap-5">
          <SegmentsCard segments={data.segments} currency={data.programme.currency} />
          <RulesCard programme={data.programme} />
          <ConsentCard consent={data.consent} />
          <RefundRulesCard merchants={data.merchants} />
        </div>
      ) : error ? (
        <Card>
          <ErrorState title={tErrors("couldNotLoad")} onRetry={() => void refetch()}>
            {textOf(error)}
          </ErrorState>
        </Card>
      ) : (
        <Loading>
          <Skeleton className="h-80" />
          <Skeleton className="mt-5 h-96" />
        </Loading>
      )}
    </>
  );
}
