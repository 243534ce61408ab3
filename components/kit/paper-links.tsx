"use client";

import { FileJson, FileText, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import type { PaperFormat } from "@/lib/areas/privacy/words";
import type { Language } from "@/lib/platform/language";

const FORMS: readonly {
  id: "en" | "ar" | "json";
  format: PaperFormat;
  language: Language;
  icon: LucideIcon;
}[] = [
  { id: "en", format: "html", language: "en", icon: FileText },
  { id: "ar", format: "html", language: "ar", icon: FileText },
  { id: "json", format: "json", language: "en", icon: FileJson },
];

/** A paper to save: for people, in either language, and for machines. */
export function PaperLinks({ path }: { path: string }) {
  const t = useTranslations("privacy.paper");
  return (
    <div className="flex flex-wrap gap-2">
      {FORMS.map(({ id, format, language, icon: Icon }) => (
        <a
          key={id}
          href={`/api/portal/${path}?format=${format}&language=${language}`}
          download
          className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.medium)}
        >
          <Icon aria-hidden className="size-[1.15em] shrink-0" />
          {t(id)}
        </a>
      ))}
    </div>
  );
}
