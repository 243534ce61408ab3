"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { ask, send } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useErrorText, useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Fact } from "@/components/ui/fact";
import { Form } from "@/components/ui/form";
import { Code, DateTime, Day, Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate, ShownCoupon } from "@/lib/areas/coupons/schemas";
import { CouponFace, CouponStatus } from "./coupon-face";

/** Use of a template's coupons, with the branches. */
export function ResultsDialog({ template, onClose }: { template: DeskTemplate; onClose: () => void }) {
  const t = useTranslations("coupons");
  const nameOf = useNameOf();
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const query = useQuery(ask(api.results, { params: { templateId: template.id } }));
  return (
    <Dialog size="small" onClose={onClose} title={t("resultsOf", { name })}>
      <dl className="grid grid-cols-2 gap-3">
        {(["issued", "used", "lapsed", "void"] as const).map((standing) => (
          <div key={standing}>
            <dt className="text-ink-soft text-sm">{t(`standings.${standing}`)}</dt>
            <dd className="font-semibold text-2xl">
              <Figure value={template.counts[standing]} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 font-semibold">{t("perBranch")}</h3>
      <QueryState query={query} loading={<Skeleton className="h-16 w-full" />}>
        {({ branches }) =>
          branches.length === 0 ? (
            <p className="text-ink-soft">{t("neverUsed")}</p>
          ) : (
            <ul className="divide-y divide-line">
              {branches.map((branch) => (
                <li key={branch.id} className="flex justify-between gap-4 py-2">
                  <bdi>{nameOf(branch)}</bdi>
                  <Figure value={branch.used} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Dialog>
  );
}

/** A coupon by its number. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("coupons");
  const { textOf } = useErrorText();
  const [number, setNumber] = useState("");
  const find = useMutation({ mutationFn: (asked: string) => send(api.find, { body: { number: asked } }) });
  return (
    <Dialog size="small" onClose={onClose} title={t("find")}>
      <Form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (number.trim() !== "") find.mutate(number.trim());
        }}
      >
        <TextField label={t("number")} value={number} onChange={setNumber} maxLength={40} isCode autoFocus />
        <Button type="submit" variant="primary" isPending={find.isPending}>
          {t("look")}
        </Button>
      </Form>
      {find.error && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {find.error.code === "not_found" ? t("notFound") : textOf(find.error)}
        </Notice>
      )}
      {find.data && <Facts coupon={find.data.coupon} />}
    </Dialog>
  );
}

function Facts({ coupon }: { coupon: ShownCoupon }) {
  const t = useTranslations("coupons");
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  return (
    <div className="mt-5 grid gap-4">
      <CouponFace number={coupon.number} title={inLanguage(coupon.title)} />
      <p className="text-center">
        <CouponStatus standing={coupon.standing} />{" "}
        <span className="text-accent">{discountText(coupon)}</span>
      </p>
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <Fact name={t("walletCode")}>
          {coupon.walletCode === null ? t("nobodys") : <Code>{coupon.walletCode}</Code>}
        </Fact>
        <Fact name={t("issuedAt")}>
          <DateTime value={coupon.issuedAt} />
        </Fact>
        {coupon.validUntil !== null && (
          <Fact name={t("fields.validUntil")}>
            <Day value={coupon.validUntil} />
          </Fact>
        )}
        {coupon.usedAt !== null && (
          <Fact name={t("usedAt")}>
            <DateTime value={coupon.usedAt} />
          </Fact>
        )}
      </dl>
    </div>
  );
}
