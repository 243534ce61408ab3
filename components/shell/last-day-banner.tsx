"use client";

import { useQuery } from "@tanstack/react-query";
import { DoorOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { session } from "@/lib/areas/account/session-contract";

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** Tells the people of a merchant that leaves until when it sells, and whom to ask. */
export function LastDayBanner({
  merchant,
  day,
}: {
  merchant: { nameEn: string; nameAr: string };
  day: string;
}) {
  const t = useTranslations("shell");
  const format = useFormatter();
  const nameOf = useNameOf();
  const language = useLanguage();
  const { data } = useQuery(ask(session.operators));
  if (data === undefined) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-warning-soft-ink">
      <DoorOpen aria-hidden className="size-4 shrink-0" />
      <span>
        {t("lastDay", {
          merchant: nameOf(merchant),
          day: format.dateTime(new Date(day), DAY),
          people: data.names.join(language === "ar" ? "، " : ", "),
        })}
      </span>
    </p>
  );
}
