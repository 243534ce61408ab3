"use client";

import { useTranslations } from "next-intl";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { TILL_CODE_LENGTH } from "@/lib/areas/tills/words";
import { useRegisterTill } from "./mutations";

/** Takes a device on as a till of the branch, by the code that it shows. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("tills");
  const register = useRegisterTill();
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ code: "", name: "" }),
    create: {
      schema: async () => (await import("@/lib/areas/tills/schemas")).registerTillSchema,
      send: (body) => register.mutateAsync(body),
    },
    onSaved: () => {
      toast({ kind: "success", title: t("registeredDone") });
      onClose();
    },
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
