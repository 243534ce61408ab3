"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-queue";
import type { Endpoint } from "@/lib/portal/contract";
import { type Answer, type Asked, useSend } from "./contract";
import type { PortalError } from "./error";
import { type Said, tell } from "./told";
import { useErrorText } from "./use-language";

/** Carries an act out at once; a message says that it is done, or why it was refused. */
export function ActButton<It extends Endpoint>({
  act,
  asked,
  said,
  ...button
}: Omit<ButtonProps, "isPending" | "onPress"> & {
  act: It;
  asked: Asked<It>;
  said: Said<Answer<It>>;
}) {
  const { mutateAsync, isPending } = useSend(act);
  const { textOf } = useErrorText();
  // The message does not depend on the button: it may go with what it has done.
  const carryOut = () =>
    mutateAsync(asked).then(
      (answer) => tell(said, answer),
      (error: PortalError) => toast({ kind: "problem", title: textOf(error) }),
    );
  return <Button {...button} isPending={isPending} onPress={() => void carryOut()} />;
}
