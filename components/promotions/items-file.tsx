"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import { base64Of, FileButton } from "@/components/kit/file-chooser";
import { FileMatching } from "@/components/kit/file-matching";
import { useErrorText } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { TextArea, type TextAreaProps } from "@/components/ui/text-area";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { ItemsFileAnswer } from "@/lib/areas/promotions/schemas";
import { ITEM_FILE_BYTES_MAX, ITEM_FILE_NAMES, ITEMS_MAX } from "@/lib/areas/promotions/words";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { isSame } from "./promotion-fields";

type Items = ItemsFileAnswer["items"];

/** Items as a text, and from a file. A text is the writer's own while it means the value. A value from elsewhere replaces the text. */
export function ItemsField<Item>({
  value,
  onChange,
  itemsOf,
  textOf,
  fromFile,
  ...area
}: Omit<TextAreaProps, "value" | "onChange"> & {
  value: readonly Item[];
  onChange: (items: Item[]) => void;
  itemsOf: (text: string) => Item[];
  textOf: (items: readonly Item[]) => string;
  fromFile: (item: Items[number]) => Item;
}) {
  const [text, setText] = useState("");
  return (
    <>
      <TextArea
        {...area}
        value={isSame(itemsOf(text), value) ? text : textOf(value)}
        onChange={(typed) => {
          setText(typed);
          onChange(itemsOf(typed));
        }}
      />
      <ItemsFile onItems={(items) => onChange(items.map(fromFile))} />
    </>
  );
}

/** Brings the items of a file, and asks first what only a person knows of it. */
function ItemsFile({ onItems }: { onItems: (items: Items) => void }) {
  const t = useTranslations("promotions.file");
  const files = useTranslations("files");
  const { textOf, fieldTextOf } = useErrorText();
  const [file, setFile] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  const reader = useSend(api.readItems);
  const { data, error } = reader;
  const read = (sent: string, agreed?: AgreedFile) =>
    reader.mutate(
      { body: { file: sent, agreed } },
      { onSuccess: ({ question, items }) => question === null && onItems(items) },
    );
  const choose = async (chosen: File | undefined) => {
    reader.reset();
    setTooLong(chosen !== undefined && chosen.size > ITEM_FILE_BYTES_MAX);
    if (chosen === undefined || chosen.size === 0 || chosen.size > ITEM_FILE_BYTES_MAX) return;
    const sent = await base64Of(chosen);
    setFile(sent);
    read(sent);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton icon={FileUp} onChoose={(chosen) => void choose(chosen)}>
          {t("choose")}
        </FileButton>
        <span role="status" className="text-ink-soft text-sm">
          {data?.question === null &&
            t(data.isPartial ? "partial" : "read", { count: data.items.length, max: ITEMS_MAX })}
        </span>
      </div>
      {(error || isTooLong) && (
        <Notice kind="danger" isAnnounced>
          {error ? (fieldTextOf(error, "file") ?? textOf(error)) : files("problem.too_long")}
        </Notice>
      )}
      {data?.question && (
        <FileMatching
          key={JSON.stringify(data.question)}
          question={data.question}
          names={ITEM_FILE_NAMES}
          isPending={reader.isPending}
          onAgree={(agreed) => read(file, agreed)}
        />
      )}
    </div>
  );
}
