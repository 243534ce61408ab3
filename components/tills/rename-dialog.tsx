"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { TextField } from "@/components/ui/text-field";
import { tills as api } from "@/lib/areas/tills/contract";
import type { RegisteredTill } from "@/lib/areas/tills/schemas";

/** Gives a till another name. */
export function RenameDialog({ till, onClose }: { till: RegisteredTill; onClose: () => void }) {
  const t = useTranslations("tills");
  const create = useRequest(api.rename, { params: { tillId: till.id } });
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ name: till.name }),
    create,
    said: t("renamed"),
    onSaved: onClose,
  });
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t("renameTitle", { name: till.name })}
      submitLabel={t("rename")}
      onClose={onClose}
    >
      <TextField
        {...editor.field("name")}
        label={t("name")}
        description={t("nameHint")}
        maxLength={60}
        autoFocus
      />
    </EditorDialog>
  );
}
