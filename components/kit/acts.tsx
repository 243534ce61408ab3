"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { type ToastMessage, toast } from "@/components/ui/toast-queue";
import type { Endpoint } from "@/lib/portal/contract";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog";
import { type Answer, type Asked, type Unweighed, useSendWeighed } from "./contract";
import type { PortalError } from "./error";
import { refusalToast } from "./refusal";
import { SecondPersonNote } from "./second-person-note";
import { useErrorText } from "./use-language";

/** The message after an act: a success in words, or a whole message, in either case from the answer too. */
type Said<Answer> = Told | ((answer: Answer) => Told);
type Told = string | Pick<ToastMessage, "kind" | "title" | "detail">;

function tell<Answer>(said: Said<Answer> | undefined, answer: Answer): void {
  const told = typeof said === "function" ? said(answer) : said;
  if (told !== undefined) toast(typeof told === "string" ? { kind: "success", title: told } : told);
}

/**
 * Asks before an act on a record, sends it once, says that it is done, and closes. A refusal stays in the dialog; so does, before the
 * press, the sentence about a second person.
 */
export function ActConfirm<It extends Endpoint>({
  act,
  asked,
  said,
  onDone,
  onClose,
  givesNothing = false,
  children,
  ...dialog
}: Omit<ConfirmProps, "isPending" | "error" | "onConfirm" | "children"> & {
  act: It;
  asked: Asked<It>;
  /** The message after it is done. */
  said?: Said<Answer<It>>;
  /** Called after `onClose`, so that another dialog may follow. */
  onDone?: (answer: Answer<It>) => void;
  /** This request gives nothing, though others of its act do. */
  givesNothing?: boolean;
  /** A function draws fields, and shows the refusals of those that it has. */
  children: ReactNode | ((problemOf: (field: string) => string | undefined) => ReactNode);
}) {
  const { mutate, isPending, error } = useSendWeighed(act);
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
      {!givesNothing && <SecondPersonNote act={act.may} />}
    </ConfirmDialog>
  );
}

/** Carries an act out at once; a message says that it is done, or why it was refused. */
export function ActButton<It extends Endpoint>({
  act,
  asked,
  said,
  onDone,
  ...button
}: Omit<ButtonProps, "isPending" | "onPress"> & {
  act: It & Unweighed<It>;
  asked: Asked<It>;
  said?: Said<Answer<It>>;
  onDone?: (answer: Answer<It>) => void;
}) {
  const { mutateAsync, isPending } = useSendWeighed<It>(act);
  const { textOf } = useErrorText();
  // The message does not depend on the button: it may go with what it has done.
  const carryOut = () =>
    mutateAsync(asked).then(
      (answer) => {
        tell(said, answer);
        onDone?.(answer);
      },
      (error: PortalError) => toast(refusalToast(error, textOf(error))),
    );
  return <Button {...button} isPending={isPending} onPress={() => void carryOut()} />;
}
