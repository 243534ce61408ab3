"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import type { Acted } from "@/lib/areas/entries/schemas";
import { billPoints } from "@/lib/areas/entries/words";

const LINE = "flex flex-wrap items-baseline justify-between gap-x-4";

interface ActedLinesProps {
  promotions: readonly Acted[] | undefined;
  /** All points of the reward, and those of them that it brought as a welcome bonus. */
  points: number;
  referralPoints: number;
  className?: string;
}

/** Why there are this many points: what the bill itself gives, then each promotion in a line. Nothing where none acted. */
export function ActedLines({ promotions = [], points, referralPoints, className }: ActedLinesProps) {
  const t = useTranslations("entries.acted");
  const nameOf = useNameOf();
  if (promotions.length === 0) return null;
  return (
    <ul className={cx("grid gap-1", className)}>
      <li className={LINE}>
        <span>{t("bill")}</span>
        <Points value={billPoints({ points, referralPoints, promotions })} isSigned className="font-medium" />
      </li>
      {promotions.map((acted) => (
        <li key={acted.number} className={LINE}>
          <bdi>{nameOf(acted)}</bdi>
          <Points value={acted.points} isSigned className="font-medium" />
        </li>
      ))}
    </ul>
  );
}
