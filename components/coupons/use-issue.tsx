"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, sendWeighed } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { QueryState } from "@/components/kit/query-state";
import { SecondPersonNote } from "@/components/kit/second-person-note";
import { Checkbox } from "@/components/ui/checkbox";
import { Fact } from "@/components/ui/fact";
import { Figure, Money } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { IssueCheck } from "@/lib/areas/coupons/schemas";

/** An issue on its way: `bring` makes its lines arrive, by which nothing is issued yet; they are counted, and issued. */
export function useIssue<Input>(bring: (input: Input) => Promise<{ issueId: number; lines: number }>) {
  const client = useQueryClient();
  /** Customers who have such a coupon get another one. */
  const [again, setAgain] = useState(false);
  const arrive = useMutation({ mutationFn: bring });
  const arrived = arrive.data;
  const check = useQuery({
    ...ask(api.check, {
      params: { issueId: arrived?.issueId ?? 0 },
      query: again ? { again: "true" as const } : {},
    }),
    enabled: arrived !== undefined,
  });
  const start = useMutation({
    mutationFn: async () =>
      arrived &&
      sendWeighed(api.addLines, {
        params: { issueId: arrived.issueId },
        body: { after: arrived.lines, walletCodes: [], isLast: true, again },
      }),
    onSettled: () => outdate(client, "coupons"),
  });
  const error = arrive.error ?? start.error;
  return { arrive, check, count: check.data?.coupons ?? 0, start, again, setAgain, error };
}

/** How many would get a coupon, and whether customers who have one get another. */
export function IssueCheckFields({
  check,
  again,
  setAgain,
}: Pick<ReturnType<typeof useIssue>, "check" | "again" | "setAgain">) {
  const t = useTranslations("coupons");
  return (
    <QueryState query={check} loading={<Skeleton className="h-40" />}>
      {(checked) => (
        <>
          <Checked checked={checked} />
          <Checkbox isSelected={again} onChange={setAgain}>
            {t("again")}
          </Checkbox>
          <SecondPersonNote act={api.addLines.may} />
        </>
      )}
    </QueryState>
  );
}

/** Customers of the list by what they would get, and the worth of the coupons. */
function Checked({ checked }: { checked: IssueCheck }) {
  const t = useTranslations("coupons.checked");
  const format = useFormatter();
  const { sameAs, coupons, worth, found, unnamed } = checked;
  return (
    <div role="status" className="grid gap-3">
      <dl>
        {(["found", "has", "unknown", "closed", "unnamed"] as const)
          .filter((part) => part === "found" || checked[part] > 0)
          .map((part) => (
            <Fact isAcross key={part} name={t(part)}>
              <Figure value={checked[part]} />
            </Fact>
          ))}
        {worth !== null && (
          <Fact isAcross name={t("worth")}>
            <Money value={worth} />
          </Fact>
        )}
      </dl>
      {coupons < found + unnamed && <Notice kind="warning">{t("short", { left: coupons })}</Notice>}
      {sameAs && (
        <Notice kind="warning">
          {t("same", {
            date: format.dateTime(new Date(sameAs.createdAt), {
              day: "numeric",
              month: "short",
              year: "numeric",
            }),
            count: sameAs.issued,
          })}
        </Notice>
      )}
    </div>
  );
}
