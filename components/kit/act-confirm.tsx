"use client";

import type { ReactNode } from "react";
import { toast } from "@/components/ui/toast-queue";
import type { Endpoint } from "@/lib/portal/contract";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog";
import { type Answer, type Asked, useSend } from "./contract";
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
  said?: string | ((answer: Answer<It>) => string);
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
        if (said !== undefined)
          toast({ kind: "success", title: typeof said === "string" ? said : said(answer) });
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
