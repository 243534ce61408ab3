"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";

/** Longest comment of an operation (rules.md §3). */
const COMMENT_LENGTH_MAX = 250;
/** Room for a note beside the longest reason. */
const NOTE_LENGTH_MAX = 200;

/** Reason and note of an act that undoes another. Where a reason is needed, "other" needs a note. */
export function useReason(
  { isNeeded }: { isNeeded: boolean },
  options: readonly { id: string; label: string }[],
) {
  const t = useTranslations("entries");
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const isNoteNeeded = isNeeded && reason === "other";
  const isReasonMissing = isNeeded && reason === null;
  const isNoteMissing = isNoteNeeded && note.trim() === "";
  const labelOf = (field: "reason" | "note", isOptional: boolean) =>
    isOptional ? `${t(`acts.${field}`)} (${t("acts.optional")})` : t(`acts.${field}`);
  return {
    /** Calls back with the comment, or shows what is missing. */
    check: (onComment: (comment: string | undefined) => void) => {
      setTried(true);
      if (isReasonMissing || isNoteMissing) return;
      onComment(commentOf(options.find(({ id }) => id === reason)?.label ?? null, note));
    },
    fieldsWith: (slip: ReactNode, isDisabled: boolean) => (
      <>
        <RadioGroup
          label={labelOf("reason", !isNeeded)}
          isLoose
          autoFocus={isNeeded}
          options={options}
          value={reason}
          isDisabled={isDisabled}
          onChange={setReason}
          errorMessage={isTried && isReasonMissing ? t("cancel.reasonMissing") : undefined}
        />
        <div className={slip ? "grid gap-4 sm:grid-cols-2" : "contents"}>
          <TextField
            label={labelOf("note", !isNoteNeeded)}
            value={note}
            onChange={setNote}
            maxLength={NOTE_LENGTH_MAX}
            isDisabled={isDisabled}
            errorMessage={isTried && isNoteMissing ? t("cancel.noteMissing") : undefined}
          />
          {slip}
        </div>
      </>
    ),
  };
}

/** The reason and the note as the one comment that an entry has. */
function commentOf(reason: string | null, note: string): string | undefined {
  const words = [reason, note.trim()].filter(Boolean).join(": ");
  return words === "" ? undefined : words.slice(0, COMMENT_LENGTH_MAX);
}
