"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/states";

/**
 * That there is no such page. Every page carries it along, so it is rendered only where it is shown, and its link is a plain one:
 * Next.js's own would be in the first scripts of each page once more.
 */
export function NotFoundView() {
  const t = useTranslations("errors");
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff aria-hidden />}
        title={t("notFoundTitle")}
        actions={
          <a href="/" className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.medium)}>
            {t("home")}
          </a>
        }
      >
        {t("notFoundText")}
      </EmptyState>
    </main>
  );
}
