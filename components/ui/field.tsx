"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FieldError as AriaFieldError } from "react-aria-components/FieldError";
import { Label as AriaLabel } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { REQUIRED } from "@/lib/platform/required";
import { cx } from "./cx";

/** Common properties of fields. */
export interface FieldProps {
  label: string;
  /** A sentence that helps, shown under the field. */
  description?: ReactNode;
  /** Problem of the value, shown in place of the description. */
  errorMessage?: string | undefined;
  /** Layout only: margins, width. */
  className?: string;
}

/** The box around what is typed; its height is added where it is used. */
export const INPUT_BOX =
  "flex w-full min-w-0 items-center gap-2 rounded-lg border border-line-strong bg-surface text-ink " +
  "transition-colors data-hovered:border-ink-soft data-disabled:opacity-55 " +
  "data-invalid:border-danger has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-0 " +
  "has-[:focus-visible]:outline-accent has-[:focus-visible]:border-transparent";

/** As high as its box: a press beside the text is one into the field. */
export const INPUT =
  "w-full min-w-0 flex-1 self-stretch bg-transparent px-3 outline-none placeholder:text-ink-faint";

export const LABEL = "mb-1.5 block font-medium text-ink-soft text-sm";

export function FieldLabel({ children }: { children: ReactNode }) {
  return <AriaLabel className={LABEL}>{children}</AriaLabel>;
}

/** The line under a field: what is wrong, or else what helps. */
export function FieldNote({ label, description, errorMessage }: Note) {
  if (errorMessage)
    return (
      <AriaFieldError className={PROBLEM}>
        <Problem label={label} description={description} text={errorMessage} />
      </AriaFieldError>
    );
  if (description)
    return (
      <Text slot="description" className={HELP}>
        {description}
      </Text>
    );
  return null;
}

/** The same under a control of the browser's own, which names it by its id. */
export function PlainNote({ id, label, description, errorMessage }: Note & { id: string }) {
  if (errorMessage)
    return (
      <span id={id} className={PROBLEM}>
        <Problem label={label} description={description} text={errorMessage} />
      </span>
    );
  if (description)
    return (
      <span id={id} className={HELP}>
        {description}
      </span>
    );
  return null;
}

type Note = Pick<FieldProps, "description" | "errorMessage"> & { label?: string | undefined };

const PROBLEM = "mt-1.5 flex items-start gap-1.5 text-danger text-sm";
const HELP = "mt-1.5 block text-ink-faint text-sm";

/** A problem in words. A field without a value is named, and keeps the sentence that says what belongs into it. */
export function Problem({
  label,
  description,
  text,
}: Pick<Note, "label" | "description"> & { text: string }) {
  const t = useTranslations("ui");
  const isMissing = label !== undefined && (text === REQUIRED.en || text === REQUIRED.ar);
  return (
    <>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {isMissing ? t("fillIn", { field: label }) : text}
        {isMissing && description && <span className="block text-ink-faint">{description}</span>}
      </span>
    </>
  );
}

export function fieldClass(className: string | undefined): string {
  return cx("block min-w-0", className);
}
