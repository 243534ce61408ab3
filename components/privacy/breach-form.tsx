"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { instantOf, wallClockOf } from "@/components/kit/wall-clock";
import { DateTimePicker } from "@/components/ui/date-field";
import { NumberField } from "@/components/ui/number-field";
import { TextArea } from "@/components/ui/text-area";
import { privacy as api } from "@/lib/areas/privacy/contract";

const TIMES = ["discoveredAt", "since", "until"] as const;

/** Form of a breach; the affected customers are counted from it. */
export function BreachForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations("privacy.breaches");
  const zone = useTimeZone() ?? "UTC";
  const create = useRequest(api.noteBreach);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({
      discoveredAt: "",
      since: "",
      until: "",
      userId: null as number | null | undefined,
      note: "",
    }),
    create,
    said: t("noted"),
    onSaved: onClose,
  });
  const { fields, field, change } = editor;
  return (
    <EditorDrawer
      title={t("note")}
      submitLabel={t("note")}
      editor={editor}
      isReady={TIMES.every((name) => fields[name] !== "") && fields.note.trim() !== ""}
      onClose={onClose}
    >
      {TIMES.map((name) => (
        <DateTimePicker
          key={name}
          label={t(name)}
          value={wallClockOf(fields[name], zone)}
          onChange={(clock) => change({ [name]: clock === null ? "" : instantOf(clock, zone) })}
          errorMessage={editor.errorAt(name)}
        />
      ))}
      <NumberField label={t("userId")} description={t("userHint")} {...field("userId")} />
      <TextArea label={t("noteLabel")} description={t("noteHint")} {...field("note")} maxLength={1_000} />
    </EditorDrawer>
  );
}
