"use client";

import { useNameOf } from "@/components/kit/use-language";
import { Swatch } from "@/components/ui/swatch";

/** A tier in words, with its colour beside them. The colour is the programme's, so nothing is written in it or on it. */
export function Tier({ nameEn, nameAr, color }: { nameEn: string; nameAr: string; color: string | null }) {
  const nameOf = useNameOf();
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-2xl border border-line bg-surface px-2.5 py-0.5 font-medium text-sm">
      <Swatch color={color} />
      <bdi className="truncate">{nameOf({ nameEn, nameAr })}</bdi>
    </span>
  );
}
