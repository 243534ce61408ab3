"use client";

import { useTranslations } from "next-intl";
import { CountBadge } from "@/components/ui/badge";

/** How many requests wait for the reader's decision, beside the word of where they are decided; nothing for none. */
export function WaitingBadge({ count }: { count: number }) {
  const t = useTranslations("shell");
  return count > 0 && <CountBadge count={count} label={t("waiting", { count })} />;
}
