"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { shifts as api } from "@/lib/areas/shifts/contract";
import type { OwnShift, Shift } from "@/lib/areas/shifts/schemas";
import { NOTE_LENGTH_MAX } from "@/lib/areas/shifts/words";
import { decimalsOf } from "@/lib/platform/currency";

interface NotedFields {
  count: number | null | undefined;
  note: string;
}

const nothingNoted = (): NotedFields => ({ count: null, note: "" });

/** Opens one's own shift at the branch. */
export function OpenShiftDialog({ branchId, onClose }: { branchId: number; onClose: () => void }) {
  const t = useTranslations("shifts");
  const create = useRequest(api.open);
  const bodyOf = (fields: NotedFields) => ({ branchId, ...fields });
  const editor = useEditor({
    record: null,
    fieldsOf: nothingNoted,
    bodyOf,
    create,
    said: t("opened"),
    onSaved: onClose,
  });
  return (
    <EditorDialog
      isAskedBefore
      editor={editor}
      size="small"
      title={t("open")}
      submitLabel={t("open")}
      onClose={onClose}
    >
      <NotedFieldset editor={editor} />
    </EditorDialog>
  );
}

/** Closes a shift: one's own, or as a person of the desk another's. */
export function CloseShiftDialog({
  shift,
  onDone,
  onClose,
}: {
  shift: Shift;
  onDone?: (shiftId: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("shifts");
  const create = useRequest(api.close, { params: { shiftId: shift.id } });
  const editor = useEditor({
    record: null,
    fieldsOf: nothingNoted,
    create,
    said: t("closedDone"),
    onSaved: () => {
      onClose();
      onDone?.(shift.id);
    },
  });
  const title = t("closeOf", { name: shift.person.name });
  return (
    <EditorDialog
      isAskedBefore
      editor={editor}
      size="small"
      title={title}
      submitLabel={t("close")}
      onClose={onClose}
    >
      <NotedFieldset editor={editor} />
    </EditorDialog>
  );
}

/** Closes one's own shift and opens a colleague's, with the same count. */
export function HandOverDialog({
  own: { colleagues },
  shift,
  onDone,
  onClose,
}: {
  own: OwnShift;
  shift: Shift;
  onDone: (shiftId: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("shifts");
  const create = useRequest(api.handOver, { params: { shiftId: shift.id } });
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ toUserId: colleagues[0]?.id ?? 0, ...nothingNoted() }),
    create,
    said: t("handedOverDone"),
    onSaved: () => {
      onClose();
      onDone(shift.id);
    },
  });
  return (
    <EditorDialog
      isAskedBefore
      editor={editor}
      size="small"
      title={t("handOver")}
      submitLabel={t("handOver")}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("handOverText")}</p>
      <Select
        label={t("colleague")}
        options={colleagues.map(({ id, name }) => ({ id, label: name }))}
        value={editor.fields.toUserId}
        onChange={(toUserId) => editor.change({ toUserId })}
      />
      <NumberField {...editor.field("count")} {...useCountField()} />
      <TextArea {...editor.field("note")} {...useNoteField()} />
    </EditorDialog>
  );
}

function NotedFieldset({ editor }: { editor: Editor<NotedFields> }) {
  return (
    <>
      <NumberField {...editor.field("count")} {...useCountField()} autoFocus />
      <TextArea {...editor.field("note")} {...useNoteField()} />
    </>
  );
}

function useCountField() {
  const t = useTranslations("shifts");
  return { label: t("count"), unit: useCurrencySign(), decimals: decimalsOf() };
}

function useNoteField() {
  const t = useTranslations("shifts");
  return { label: t("note"), rows: 2, maxLength: NOTE_LENGTH_MAX };
}
