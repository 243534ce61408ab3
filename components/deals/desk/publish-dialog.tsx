"use client";

import { useNow, useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { FirstDay, LastDayField } from "@/components/kit/day-edge";
import { SecondPersonNote } from "@/components/kit/second-person-note";
import { useEditor } from "@/components/kit/use-editor";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { type DealDates, dealDatesSchema } from "@/lib/areas/deals/desk-schemas";
import type { DealForm } from "./deal-form";

export interface PublishDialogProps {
  name: string;
  /** As they are kept or written so far. */
  dates: Pick<DealForm, "startDate" | "endDate" | "expiryDate">;
  /** The page behind has the other hints. */
  isUnsaved: boolean;
  onPublish: (dates: DealDates) => Promise<unknown>;
  onClose: () => void;
}

/** Says when customers see a deal, and publishes it: now or from a date on, with the dates in view. */
export function PublishDialog({ name, dates, isUnsaved, onPublish, onClose }: PublishDialogProps) {
  const t = useTranslations("deals.desk");
  const tOffers = useTranslations("offers");
  const now = useNow({ updateInterval: 1_000 });
  const { startDate, endDate, expiryDate } = dates;
  const isPast = (date: string | null) => date !== null && Date.parse(date) <= now.getTime();
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ startDate, endDate, expiryDate, startsNow: isPast(startDate) }),
    bodyOf: (fields) => ({ ...fields, ...(fields.startsNow && { startDate: now.toISOString() }) }),
    create: { schema: dealDatesSchema, send: onPublish },
    onSaved: () => undefined,
  });
  const { startsNow } = editor.fields;
  const end = (field: "endDate" | "expiryDate", description: string) => (
    <LastDayField
      label={t(`fields.${field}`)}
      description={description}
      {...editor.field(field)}
      {...(field === "endDate" && isPast(editor.fields.endDate) && { errorMessage: t("endIsPast") })}
    />
  );
  return (
    <ConfirmDialog
      title={tOffers("moveTitles.publish", { name })}
      confirmLabel={startsNow ? t("publication.now") : tOffers("moves.publish")}
      isPending={editor.isPending}
      error={editor.error}
      onConfirm={() => editor.submit()}
      onClose={onClose}
    >
      <RadioGroup
        label={t("publication.start")}
        options={[
          { id: "now", label: t("publication.startNow") },
          { id: "later", label: t("publication.startOn") },
        ]}
        value={startsNow ? "now" : "later"}
        onChange={(choice) => editor.change({ startsNow: choice === "now" })}
      />
      {!startsNow && (
        <FirstDay label={t("fields.startDate")} description={t("startHint")} {...editor.field("startDate")} />
      )}
      {end("endDate", t("endHint"))}
      {end("expiryDate", t("expiryHint"))}
      <p className="text-ink-soft text-sm">{t("publication.text")}</p>
      <SecondPersonNote act={api.move.may} />
      {isUnsaved && <Notice kind="info">{t("publication.savesToo")}</Notice>}
    </ConfirmDialog>
  );
}
