"use client";

import type { ReactNode } from "react";
import type { Endpoint } from "@/lib/portal/contract";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog";
import { type Answer, type Asked, useSend } from "./contract";
import { type Said, tell } from "./told";
import { useErrorText } from "./use-language";

/** Asks before an act on a record, sends it once, says that it is done, and closes. A refusal stays in the dialog. */
export function ActConfirm<It extends Endpoint>({
  act,
  asked,
  said,
  onDone,
  onClose,
  children,
  ...dialog
}: Omit<ConfirmProps, "isPending" | "error" | "onConfirm" | "children"> & {
  act: It;
  asked: Asked<It>;
  /** The message after it is done. */
  said?: Said<Answer<It>>;
  /** Called after `onClose`, so that another dialog may follow. */
  onDone?: (answer: Answer<It>) => void;
  /** A function draws fields, and shows the refusals of those that it has. */
  children: ReactNode | ((problemOf: (field: string) => string | undefined) => ReactNode);
}) {
  const { mutate, isPending, error } = useSend(act);
  const { fieldTextOf } = useErrorText();
  let isInField = false;
  const problemOf = (field: string) => {
    const text = fieldTextOf(error, field);
    isInField ||= text !== undefined;
    return text;
  };
  const content = typeof children === "function" ? children(problemOf) : children;
  const carryOut = () =>
    mutate(asked, {
      onSuccess: (answer) => {
        tell(said, answer);
        onClose();
        onDone?.(answer);
      },
    });
  return (
    <ConfirmDialog
      {...{ ...dialog, isPending, onClose }}
      error={isInField ? null : error}
      onConfirm={carryOut}
    >
      {content}
    </ConfirmDialog>
  );
}
