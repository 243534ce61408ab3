"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ShareBar } from "@/components/ui/share-bar";
import { useFormatter } from "@/components/ui/use-formatter";

/** How far work has come, from 0 to 1, and about how long the rest takes, once enough of the work was seen. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const t = useTranslations("ui");
  const format = useFormatter();
  const minutes = useMinutesLeft(share);
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div>
      <div aria-hidden className="mb-1.5 flex justify-between gap-3 text-ink-soft text-sm">
        <span className="min-w-0 truncate">{label}</span>
        <bdi className="figures">{format.number(percent / 100, { style: "percent" })}</bdi>
      </div>
      <div role="progressbar" aria-label={label} aria-valuenow={percent}>
        <ShareBar share={percent / 100} className="h-2" />
      </div>
      {minutes !== null && <p className="mt-1.5 text-ink-soft text-sm">{t("minutesLeft", { minutes })}</p>}
    </div>
  );
}

/** Steps that are seen before the rest is told: the first ones are the least even. */
const STEPS_MIN = 2;

/** Minutes that the rest takes at the pace seen so far, rounded; null until the pace is known. */
function useMinutesLeft(share: number): number | null {
  const seen = useRef({ share, atMs: 0, steps: 0 });
  const [minutes, setMinutes] = useState<number | null>(null);
  useEffect(() => {
    const now = performance.now();
    const { current: first } = seen;
    if (first.steps === 0 || share < first.share) seen.current = { share, atMs: now, steps: 1 };
    else {
      first.steps += 1;
      const pace = (share - first.share) / (now - first.atMs);
      if (first.steps > STEPS_MIN && pace > 0) setMinutes(Math.round((1 - share) / pace / 60_000));
    }
  }, [share]);
  return share < 1 ? minutes : null;
}
