"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "./icon-button";

export interface PaginationProps {
  /** What is paged, for screen readers. */
  label: string;
  /** Number of this page, from 1. */
  page: number;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** Page by page along a cursor: how many there are is not known, only whether there is another. */
export function Pagination({ label, page, onPrevious, onNext }: PaginationProps) {
  const t = useTranslations("ui");
  if (onPrevious === null && onNext === null) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2 pt-3">
      <IconButton
        icon={ChevronLeft}
        isMirrored
        label={t("previousPage")}
        variant="secondary"
        isDisabled={onPrevious === null}
        onPress={() => onPrevious?.()}
      />
      <span className="figures min-w-20 text-center text-ink-soft text-sm">{t("page", { page })}</span>
      <IconButton
        icon={ChevronRight}
        isMirrored
        label={t("nextPage")}
        variant="secondary"
        isDisabled={onNext === null}
        onPress={() => onNext?.()}
      />
    </nav>
  );
}
