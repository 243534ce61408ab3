"use client";

import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import type { SettledBill } from "@/lib/areas/entries/schemas";

const LINE = "flex flex-wrap items-baseline justify-between gap-x-4";

/** Lines of a bill: each coupon takes its sum off, points pay theirs, and the last line is left to pay in money. */
export function BillLines({
  bill: { coupons, paid, payable },
  className,
}: {
  bill: SettledBill;
  className?: string;
}) {
  const t = useTranslations("entries.bill");
  const inLanguage = useInLanguage();
  return (
    <dl className={cx("grid gap-1", className)}>
      {coupons.map(({ number, title, off }) => (
        <div key={number} className={LINE}>
          <dt>
            <bdi>{inLanguage(title)}</bdi>
          </dt>
          {off > 0 && (
            <dd>
              <Money value={-off} />
            </dd>
          )}
        </div>
      ))}
      {paid > 0 && (
        <div className={LINE}>
          <dt>{t("paid")}</dt>
          <dd>
            <Money value={-paid} />
          </dd>
        </div>
      )}
      <div className={`${LINE} border-line border-t pt-1 font-semibold text-lg`}>
        <dt>{t("toPay")}</dt>
        <dd>
          <Money value={payable} />
        </dd>
      </div>
    </dl>
  );
}
