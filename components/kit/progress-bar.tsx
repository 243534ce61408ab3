"use client";

import { ShareBar } from "@/components/ui/share-bar";
import { useFormatter } from "@/components/ui/use-formatter";

/** How far something has come, from 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const format = useFormatter();
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
    </div>
  );
}
