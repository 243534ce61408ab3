import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { useFormatter } from "@/components/ui/use-formatter";
import { inUnits, moneyOf } from "@/lib/platform/money";

/** The difference to before, of counts or of money in currency units, by arrow and word. More redemptions are neither good nor bad, so it has no colour. */
export function Difference({ now, before, className }: { now: number; before: number; className?: string }) {
  const t = useTranslations();
  const format = useFormatter();
  const distance = inUnits(moneyOf(Math.max(now, before)) - moneyOf(Math.min(now, before)));
  const digits = Number.isInteger(distance) ? 0 : 2;
  const Icon = now === before ? Equal : now > before ? ArrowUp : ArrowDown;
  return (
    <span className={cx("inline-flex items-center gap-1 align-middle text-ink-soft text-sm", className)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {now !== before && (
        <bdi className="figures">
          {format.number(distance, { minimumFractionDigits: digits, maximumFractionDigits: digits })}
        </bdi>
      )}
      <span>{t(now === before ? "today.same" : now > before ? "today.more" : "today.fewer")}</span>
    </span>
  );
}
