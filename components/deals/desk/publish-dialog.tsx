"use client";

import { useNow, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { FirstDay, LastDayField } from "@/components/kit/day-edge";
import type { PortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { type DealDates, dealDatesSchema } from "@/lib/areas/deals/desk-schemas";
import { fieldProblems } from "@/lib/portal/wire/field-problems";

type DateField = "startDate" | "endDate" | "expiryDate";

export interface PublishDialogProps {
  name: string;
  /** As they are kept or written so far. */
  dates: Readonly<Record<DateField, string | null>>;
  /** The page behind has the other hints. */
  isUnsaved: boolean;
  isPending: boolean;
  error: PortalError | null;
  onPublish: (dates: DealDates) => void;
  onClose: () => void;
}

/** Says when customers see a deal, and publishes it: now or from a date on, with the dates in view. */
export function PublishDialog({
  name,
  dates,
  isUnsaved,
  isPending,
  error,
  onPublish,
  onClose,
}: PublishDialogProps) {
  const t = useTranslations("deals.desk");
  const tOffers = useTranslations("offers");
  const now = useNow({ updateInterval: 1_000 });
  const inLanguage = useInLanguage();
  const { fieldTextOf } = useErrorText();
  const [form, setForm] = useState(dates);
  const [startsNow, setStartsNow] = useState(
    dates.startDate !== null && Date.parse(dates.startDate) <= now.getTime(),
  );
  const [isTried, setTried] = useState(false);
  const chosen = { ...form, startsNow, ...(startsNow && { startDate: now.toISOString() }) };
  const result = dealDatesSchema.safeParse(chosen);
  const problems = result.success ? {} : fieldProblems(result.error, chosen);
  const isOver = form.endDate !== null && Date.parse(form.endDate) <= now.getTime();
  const problemOf = (field: DateField): string | undefined => {
    if (field === "endDate" && isOver) return t("endIsPast");
    const problem = problems[field];
    return problem && isTried ? inLanguage(problem) : fieldTextOf(error, field);
  };
  const end = (field: "endDate" | "expiryDate", description: string) => (
    <LastDayField
      label={t(`fields.${field}`)}
      description={description}
      value={form[field]}
      onChange={(value) => setForm({ ...form, [field]: value })}
      errorMessage={problemOf(field)}
    />
  );
  const isOfDates = (["startDate", "endDate", "expiryDate"] as const).some((field) => error?.fields[field]);
  return (
    <ConfirmDialog
      title={tOffers("moveTitles.publish", { name })}
      confirmLabel={startsNow ? t("publication.now") : tOffers("moves.publish")}
      isPending={isPending}
      error={isOfDates ? null : error}
      onConfirm={() => {
        setTried(true);
        if (result.success && !isOver) onPublish(result.data);
      }}
      onClose={onClose}
    >
      <RadioGroup
        label={t("publication.start")}
        options={[
          { id: "now", label: t("publication.startNow") },
          { id: "later", label: t("publication.startOn") },
        ]}
        value={startsNow ? "now" : "later"}
        onChange={(choice) => setStartsNow(choice === "now")}
      />
      {!startsNow && (
        <FirstDay
          label={t("fields.startDate")}
          description={t("startHint")}
          value={form.startDate}
          onChange={(startDate) => setForm({ ...form, startDate })}
          errorMessage={problemOf("startDate")}
        />
      )}
      {end("endDate", t("endHint"))}
      {end("expiryDate", t("expiryHint"))}
      <p className="text-ink-soft text-sm">{t("publication.text")}</p>
      {isUnsaved && <Notice kind="info">{t("publication.savesToo")}</Notice>}
    </ConfirmDialog>
  );
}
