"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-queue";
import type { ConsentText } from "@/lib/areas/programme/desk-schemas";
import { CONSENT_LENGTH_MAX } from "@/lib/areas/programme/words";
import { usePublishConsent, useReadProgramme } from "./mutations";

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

const LANGUAGES = { textEn: "en", textAr: "ar" } as const;

function ConsentForm({ consent, onClose }: { consent: ConsentText; onClose: () => void }) {
  const t = useTranslations("programme.consent");
  const readProgramme = useReadProgramme();
  const publish = usePublishConsent();
  const editor = useEditor({
    record: consent,
    fieldsOf: ({ en, ar }) => ({ textEn: en, textAr: ar }),
    change: {
      schema: async () => (await import("@/lib/areas/programme/desk-schemas")).publishConsentRequestSchema,
      isWhole: true,
      send: publish.mutateAsync,
      read: async () => (await readProgramme()).consent,
    },
    onSaved: () => {
      toast({ kind: "success", title: t("published") });
      onClose();
    },
  });
  return (
    <EditorDrawer
      title={t("formTitle")}
      submitLabel={t("publish")}
      isReady={editor.isDirty}
      editor={editor}
      describe={(name, fields) => ({ label: t(LANGUAGES[name]), value: fields[name] })}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("fromNowOn")}</p>
      <TextArea label={t("en")} {...editor.field("textEn")} maxLength={CONSENT_LENGTH_MAX} rows={6} />
      <TextArea label={t("ar")} {...editor.field("textAr")} maxLength={CONSENT_LENGTH_MAX} rows={6} />
    </EditorDrawer>
  );
}
