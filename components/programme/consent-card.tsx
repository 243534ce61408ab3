"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-queue";
import { CONSENT_LENGTH_MAX, type ConsentText } from "@/lib/areas/programme/desk-schemas";
import { usePublishConsent, useReadProgramme } from "./queries";

/** The words that customers agree to when they join, in both languages. */
export function ConsentCard({ consent }: { consent: ConsentText }) {
  const t = useTranslations("programme.consent");
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          {t("change")}
        </Button>
      }
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <blockquote lang="en" dir="ltr" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.en}
        </blockquote>
        <blockquote lang="ar" dir="rtl" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.ar}
        </blockquote>
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        {t("version", { version: consent.version })} <DateTime value={consent.since} />
      </p>
      {isEditing && <ConsentForm consent={consent} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function ConsentForm({ consent, onClose }: { consent: ConsentText; onClose: () => void }) {
  const t = useTranslations("programme.consent");
  const { fieldTextOf } = useErrorText();
  const [base, setBase] = useState(consent);
  const [textEn, setEn] = useState(consent.en);
  const [textAr, setAr] = useState(consent.ar);
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const readProgramme = useReadProgramme();
  const publish = usePublishConsent();
  const error = publish.error && toPortalError(publish.error);
  const isDirty = textEn !== consent.en || textAr !== consent.ar;
  const submit = () => {
    setForeign(null);
    publish.mutate(
      { version: base.version, textEn, textAr },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("published") });
          onClose();
        },
        onError: async (thrown) => {
          if (toPortalError(thrown).code !== "conflict") return;
          const there = (await readProgramme()).consent;
          setForeign([
            { label: t("en"), value: there.en },
            { label: t("ar"), value: there.ar },
          ]);
          setBase(there);
        },
      },
    );
  };
  return (
    <FormDrawer
      title={t("formTitle")}
      submitLabel={t("publish")}
      isDirty={isDirty}
      isReady={isDirty}
      isPending={publish.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      <p className="text-ink-soft">{t("fromNowOn")}</p>
      <TextArea
        label={t("en")}
        value={textEn}
        onChange={setEn}
        errorMessage={fieldTextOf(error, "textEn")}
        maxLength={CONSENT_LENGTH_MAX}
        rows={6}
      />
      <TextArea
        label={t("ar")}
        value={textAr}
        onChange={setAr}
        errorMessage={fieldTextOf(error, "textAr")}
        maxLength={CONSENT_LENGTH_MAX}
        rows={6}
      />
    </FormDrawer>
  );
}
