"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { BADGE_FIELD } from "@/components/till/till-fields";
import { TextField } from "@/components/ui/text-field";

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
  picked = null,
  onChange,
  onSubmit,
}: {
  values: StaffProofValues;
  labels: { username: string; pin: string };
  pinProblem: string | undefined;
  /** The user name that was picked from a list: the digits typed next are its PIN. */
  picked?: string | null;
  onChange: (changes: Partial<StaffProofValues>) => void;
  /** Enter was pressed, with both given. */
  onSubmit: () => void;
}) {
  const pinField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (picked !== null) pinField.current?.focus();
  }, [picked]);
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
        onChange={(typed) => onChange({ pin: typed.replace(/\D/g, "").slice(0, PIN_LENGTH) })}
        isMasked
        inputMode="numeric"
        maxLength={PIN_LENGTH}
        isCode
        inputRef={pinField}
        errorMessage={pinProblem}
        {...onEnter(() => {
          if (isProofGiven(values)) onSubmit();
        })}
      />
    </>
  );
}
