import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";

/** The difference to before, by arrow and word. More redemptions are neither good nor bad, so it has no colour. */
export function Difference({ now, before, className }: { now: number; before: number; className?: string }) {
  const t = useTranslations("today");
  const format = useFormatter();
  const difference = now - before;
  const Icon = difference === 0 ? Equal : difference > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={cx("inline-flex items-center gap-1 align-middle text-ink-soft text-sm", className)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {difference !== 0 && <bdi className="figures">{format.number(Math.abs(difference))}</bdi>}
      <span>{t(difference === 0 ? "same" : difference > 0 ? "more" : "fewer")}</span>
    </span>
  );
}
