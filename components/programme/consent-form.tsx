"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { TextArea } from "@/components/ui/text-area";
import { programme as api } from "@/lib/areas/programme/contract";
import type { ConsentText } from "@/lib/areas/programme/record";
import { CONSENT_LENGTH_MAX } from "@/lib/areas/programme/words";

const LANGUAGES = { textEn: "en", textAr: "ar" } as const;

/** New words of consent, for those who join from now on. */
export function ConsentForm({ consent, onClose }: { consent: ConsentText; onClose: () => void }) {
  const t = useTranslations("programme.consent");
  const publish = useRequest(api.publishConsent);
  const editor = useEditor({
    record: consent,
    fieldsOf: ({ en, ar }) => ({ textEn: en, textAr: ar }),
    change: {
      ...publish,
      isWhole: true,
      read: async () => (await send(api.desk)).consent,
    },
    said: t("published"),
    onSaved: onClose,
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
