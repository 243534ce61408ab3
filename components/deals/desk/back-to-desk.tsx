"use client";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The way back to the list of deals. */
export function BackToDesk(): ReactNode {
  const t = useTranslations("deals.desk");
  return (
    <p className="mb-2">
      <Link
        href="/manage/deals"
        className="-ms-2 inline-flex min-h-10 items-center gap-1 rounded-lg px-2 text-ink-soft hover:bg-hover hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        {t("back")}
      </Link>
    </p>
  );
}
