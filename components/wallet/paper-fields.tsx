"use client";

import { getLocalTimeZone, parseDate, today } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { DatePicker } from "@/components/ui/date-field";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { EnrolWords } from "@/lib/areas/wallets/shown-schemas";
import type { ConsentOnPaper } from "@/lib/portal/acts/consent";

/** Consent on paper while it is typed. */
export interface Paper {
  /** ISO date. */
  agreedOn: string | null;
  language: "en" | "ar";
  /** Other words than the programme's stand on the papers. */
  hasOwnWords: boolean;
  words: string;
  proof: string;
}

export const noPaper = (language: "en" | "ar"): Paper => ({
  ...{ agreedOn: null, language, hasOwnWords: false, words: "", proof: "" },
});

/** The consent that was typed; null while a part of it is missing. */
export function consentOf(
  { agreedOn, language, hasOwnWords, words, proof }: Paper,
  { version }: EnrolWords["consent"],
): ConsentOnPaper | null {
  if (agreedOn === null || proof.trim() === "" || (hasOwnWords && words.trim() === "")) return null;
  return {
    agreedOn,
    language,
    proof: proof.trim(),
    ...(hasOwnWords ? { words: words.trim() } : { version }),
  };
}

/** Asks when customers agreed on paper, to which words, and where the papers are. */
export function PaperFields({
  words,
  value,
  dayProblem,
  onChange,
}: {
  /** Why the last attempt refused the day. */
  dayProblem?: string | undefined;
  /** The programme's. */
  words: EnrolWords["consent"];
  value: Paper;
  onChange: (paper: Paper) => void;
}) {
  const t = useTranslations("wallets.desk.paper");
  const { language } = value;
  const change = (changes: Partial<Paper>) => onChange({ ...value, ...changes });
  return (
    <div className="grid max-w-2xl gap-4">
      <DatePicker
        label={t("day")}
        className="max-w-80"
        value={value.agreedOn === null ? null : parseDate(value.agreedOn)}
        maxValue={today(getLocalTimeZone())}
        errorMessage={dayProblem}
        onChange={(day) => change({ agreedOn: day?.toString() ?? null })}
      />
      <RadioGroup
        label={t("language")}
        options={LANGUAGE_OPTIONS}
        value={language}
        onChange={(chosen) => change({ language: chosen })}
      />
      <RadioGroup
        label={t("words")}
        isLoose
        options={[
          { id: "programme", label: t("programmeWords") },
          { id: "own", label: t("ownWords") },
        ]}
        value={value.hasOwnWords ? "own" : "programme"}
        onChange={(chosen) => change({ hasOwnWords: chosen === "own" })}
      />
      {value.hasOwnWords ? (
        <TextArea
          label={t("ownWordsText")}
          value={value.words}
          onChange={(text) => change({ words: text })}
          maxLength={2_000}
        />
      ) : (
        <blockquote
          lang={language}
          dir={language === "ar" ? "rtl" : "ltr"}
          className="max-h-40 overflow-y-auto rounded-xl bg-sunken px-4 py-3 leading-relaxed"
        >
          {words[language]}
        </blockquote>
      )}
      <TextField
        label={t("proof")}
        description={t("proofHint")}
        value={value.proof}
        onChange={(proof) => change({ proof })}
        maxLength={300}
      />
    </div>
  );
}
