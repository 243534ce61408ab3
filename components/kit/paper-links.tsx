"use client";

import { FileJson, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import { useLanguage } from "@/components/ui/use-language";
import type { Language } from "@/lib/platform/language";

const FORMS = {
  en: { format: "html", language: "en", icon: FileText },
  ar: { format: "html", language: "ar", icon: FileText },
  json: { format: "json", language: "en", icon: FileJson },
  xlsx: { format: "xlsx", language: null, icon: FileSpreadsheet },
  csv: { format: "csv", language: null, icon: FileSpreadsheet },
} as const satisfies Record<string, { format: string; language: Language | null; icon: LucideIcon }>;
export type PaperForm = keyof typeof FORMS;

/** A paper to save: for people, in either language, and for machines; spreadsheets are in the reader's language. */
export function PaperLinks({
  path,
  forms = ["en", "ar", "json"],
}: {
  path: string;
  forms?: readonly PaperForm[];
}) {
  const t = useTranslations("privacy.paper");
  const own = useLanguage();
  return (
    <div className="flex flex-wrap gap-2">
      {forms.map((id) => {
        const { format, language, icon: Icon } = FORMS[id];
        return (
          <a
            key={id}
            href={`/api/portal/${path}?format=${format}&language=${language ?? own}`}
            download
            className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.medium)}
          >
            <Icon aria-hidden className="size-[1.15em] shrink-0" />
            {t(id)}
          </a>
        );
      })}
    </div>
  );
}
