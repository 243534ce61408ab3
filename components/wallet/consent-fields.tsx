"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { RadioGroup } from "@/components/ui/radio-group";
import type { EnrolWords } from "@/lib/areas/wallets/shown-schemas";

/** Consent fields of a form. */
interface ConsentValues {
  /** The language in which the words are shown. */
  consent: "en" | "ar";
  /** The version of the words that the customer has agreed to. */
  hasConsented: number | null;
}

/** The words that a new customer agrees to, in the customer's language. They agree to what is shown, or not at all. */
export function ConsentFields({
  words,
  values: { consent: language, hasConsented },
  isMissing,
  className,
  onChange,
}: {
  words: EnrolWords["consent"];
  values: ConsentValues;
  isMissing: boolean;
  /** Of the words. */
  className: string;
  onChange: (changes: Partial<ConsentValues>) => void;
}) {
  const t = useTranslations("till.enrol");
  const missingId = useId();
  return (
    <>
      <RadioGroup
        label={t("consentLanguage")}
        isLabelHidden
        options={LANGUAGE_OPTIONS}
        value={language}
        onChange={(consent) => onChange({ consent })}
      />
      <blockquote
        lang={language}
        dir={language === "ar" ? "rtl" : "ltr"}
        className={cx("rounded-xl bg-sunken px-4 py-3 leading-relaxed", className)}
      >
        {words[language]}
      </blockquote>
      <div>
        <Checkbox
          isSelected={hasConsented === words.version}
          onChange={(agrees) => onChange({ hasConsented: agrees ? words.version : null })}
          isInvalid={isMissing}
          {...(isMissing && { "aria-describedby": missingId })}
        >
          {t("agrees")}
        </Checkbox>
        {isMissing && (
          <p id={missingId} role="alert" className="mt-1 text-danger text-sm">
            {t("agreesMissing")}
          </p>
        )}
      </div>
    </>
  );
}
