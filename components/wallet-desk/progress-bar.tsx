"use client";

import { useFormatter } from "next-intl";

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
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[inline-size]"
          style={{ inlineSize: `${percent}%` }}
        />
      </div>
    </div>
  );
}
