"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { figureColumn, Table } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { LookBack, PromotionFields } from "@/lib/areas/promotions/schemas";
import { isByItems, isSameRequest, named } from "./promotion-fields";

/** While it is written: what it would have given, and what it may cost at most. */
export function LookBackPanel({ fields }: { fields: PromotionFields }) {
  const t = useTranslations("promotions.lookBack");
  const { textOf } = useErrorText();
  const lookBack = useMutation({
    mutationFn: (body: PromotionFields) => send(api.lookBack, { body }),
  });
  const asked = named(fields);
  const isCurrent = isSameRequest(lookBack.variables, asked);
  return (
    <section aria-live="polite" className="grid gap-3 border-line border-t pt-4">
      <Button isPending={lookBack.isPending} onPress={() => lookBack.mutate(asked)}>
        {t("do")}
      </Button>
      {isCurrent && lookBack.error && <Notice kind="danger">{textOf(lookBack.error)}</Notice>}
      {isCurrent && lookBack.data && <LookBackResult past={lookBack.data} isByItems={isByItems(asked)} />}
    </section>
  );
}

/** Gifts of a rule on the bills of the last days, at each branch. */
export function LookBackResult({ past, isByItems: byItems }: { past: LookBack; isByItems: boolean }) {
  const t = useTranslations("promotions.lookBack");
  const nameOf = useNameOf();
  const amounts = useAmounts();
  return (
    <>
      <h3 className="font-semibold">{t("title")}</h3>
      {past.rewards === 0 && <p>{t("noBills")}</p>}
      <p hidden={past.rewards === 0}>
        {t("result", {
          points: amounts.points(past.points),
          acted: past.acted,
          rewards: past.rewards,
        })}
      </p>
      <p hidden={past.rewards === 0} className="text-ink-soft text-sm">
        {t("worth", { money: amounts.money(past.pointsValue), bills: amounts.money(past.billsValue) })}{" "}
        {byItems && t("items")} {past.isPartial && t("partial")}
      </p>
      <p className="text-sm">
        {past.most === null ? t("unbounded") : t("most", { points: amounts.points(past.most) })}
      </p>
      {past.branches.length > 0 && (
        <Table<LookBack["branches"][number]>
          label={t("title")}
          rows={past.branches}
          rowKey={({ branchId }) => branchId}
          columns={[
            { id: "branch", header: t("branch"), cell: (branch) => <bdi>{nameOf(branch)}</bdi> },
            figureColumn("acted", t("acted"), ({ acted }) => acted),
            figureColumn("points", t("points"), ({ points }) => points),
          ]}
        />
      )}
    </>
  );
}
