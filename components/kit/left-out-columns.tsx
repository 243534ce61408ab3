"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Bilingual } from "@/lib/platform/language";
import type { FileQuestion } from "@/lib/portal/wire/files";
import { useInLanguage } from "./use-language";

/** Places of columns that are not read and look like one that matters, without those that a person has left out on purpose. */
export function leftOutOf(
  { looksLike }: Pick<FileQuestion, "looksLike">,
  columns: FileQuestion["columns"],
  agreed: ReadonlySet<number>,
): number[] {
  return looksLike.flatMap((look, index) =>
    look !== null && columns[index] === null && !columns.includes(look) && !agreed.has(index) ? [index] : [],
  );
}

/** Asks about each such column before the file is read: points and consent are not lost by a press too many. */
export function LeftOutColumns({
  places,
  question: { looksLike, headers, samples },
  names,
  onRead,
  onLeave,
}: {
  places: readonly number[];
  question: FileQuestion;
  names: Readonly<Record<string, Bilingual>>;
  onRead: (index: number, column: string) => void;
  onLeave: (index: number) => void;
}) {
  const t = useTranslations("files");
  const inLanguage = useInLanguage();
  return places.map((index) => {
    const look = looksLike[index] ?? "";
    const field = names[look] ? inLanguage(names[look]) : look;
    return (
      <Notice
        key={index}
        kind="warning"
        actions={
          <>
            <Button size="small" onPress={() => onRead(index, look)}>
              {t("leftOutRead", { field })}
            </Button>
            <Button size="small" variant="quiet" onPress={() => onLeave(index)}>
              {t("leftOutLeave")}
            </Button>
          </>
        }
      >
        {t("leftOut", {
          name: headers[index] || t("noHeader", { number: index + 1 }),
          field,
          cells: samples.flatMap((cells) => cells[index] || []).join(" · "),
        })}
      </Notice>
    );
  });
}
