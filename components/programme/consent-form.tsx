"use client";

import { useTranslations } from "next-intl";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-queue";
import type { ConsentText } from "@/lib/areas/programme/desk-schemas";
import { CONSENT_LENGTH_MAX } from "@/lib/areas/programme/words";
import { usePublishConsent, useReadProgramme } from "./mutations";

const LANGUAGES = { textEn: "en", textAr: "ar" } as const;

/** New words of consent, for those who join from now on. */
export function ConsentForm({ consent, onClose }: { consent: ConsentText; onClose: () => void }) {
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
