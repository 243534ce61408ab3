"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { BADGE_FIELD } from "@/components/till/till-fields";
import { PinKeys, pinOf } from "@/components/ui/pin-pad";
import { TextField } from "@/components/ui/text-field";
import { useTouch } from "@/components/ui/use-touch";

const PIN_LENGTH = 6;

export interface StaffProofValues {
  username: string;
  pin: string;
}

export const isProofGiven = ({ username, pin }: StaffProofValues) =>
  username.trim() !== "" && pin.length === PIN_LENGTH;

/**
 * A colleague's user name, typed or scanned from a badge, and their PIN. No form: a browser would take it for one to sign in with, and
 * offer to save name and PIN on this machine.
 */
export function StaffProof({
  values,
  labels,
  pinProblem,
  picks = 0,
  onChange,
  onSubmit,
}: {
  values: StaffProofValues;
  labels: { username: string; pin: string };
  pinProblem: string | undefined;
  /** Counts the user names that were picked from a list: the digits typed next are the PIN of the last one. */
  picks?: number;
  onChange: (changes: Partial<StaffProofValues>) => void;
  /** Enter was pressed, with both given. */
  onSubmit: () => void;
}) {
  const pinField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (picks > 0) pinField.current?.focus();
  }, [picks]);
  const isTouch = useTouch();
  const onEnter = (act: () => void) => ({
    onKeyDown: (event: Parameters<NonNullable<ComponentProps<typeof TextField>["onKeyDown"]>>[0]) => {
      if (event.key === "Enter") act();
      else event.continuePropagation();
    },
  });
  return (
    <>
      <TextField
        label={labels.username}
        value={values.username}
        onChange={(username) => onChange({ username })}
        autoComplete="off"
        name={BADGE_FIELD}
        maxLength={64}
        isCode
        autoFocus
        {...onEnter(() => pinField.current?.focus())}
      />
      <TextField
        label={labels.pin}
        value={values.pin}
        onChange={(typed) => onChange({ pin: pinOf(typed) })}
        isMasked
        inputMode={isTouch ? "none" : "numeric"}
        maxLength={PIN_LENGTH}
        isCode
        inputRef={pinField}
        errorMessage={pinProblem}
        {...onEnter(() => {
          if (isProofGiven(values)) onSubmit();
        })}
      />
      {isTouch && <PinKeys value={values.pin} onChange={(pin) => onChange({ pin })} />}
    </>
  );
}
