"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { TextField } from "@/components/ui/text-field";
import { tills as api } from "@/lib/areas/tills/contract";
import { TILL_CODE_LENGTH } from "@/lib/portal/session/till-code";

/** Takes a device on as a till of the branch, by the code that it shows. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("tills");
  const create = useRequest(api.register);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ code: "", name: "" }),
    create,
    said: t("registeredDone"),
    onSaved: onClose,
  });
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t("register")}
      submitLabel={t("doRegister")}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("registerText")}</p>
      <TextField
        {...editor.field("code")}
        label={t("code")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={TILL_CODE_LENGTH}
        autoFocus
        isCode
        isLarge
      />
      <TextField {...editor.field("name")} label={t("name")} description={t("nameHint")} maxLength={60} />
    </EditorDialog>
  );
}
