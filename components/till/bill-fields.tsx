"use client";

import { Delete } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { ActionBar } from "@/components/kit/action-bar";
import { Form } from "@/components/ui/form";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Pressable } from "@/components/ui/pressable";
import { TextField } from "@/components/ui/text-field";
import { decimalsOf } from "@/lib/platform/currency";
import { NextQuestion } from "./next-question";
import { useOwnKeys } from "./own-keys";
import { codeIn } from "./scanned-code";
import type { ServeDraft } from "./serve-draft";
import { AMOUNT_FIELD, INVOICE_FIELD } from "./till-fields";
import { isAmount, useAmountProblem } from "./use-amount-problem";
import type { Till } from "./use-till";
import { writeInto } from "./write-into";

type Edit = (changes: Partial<Omit<ServeDraft, "mode">>) => void;

/**
 * The bill, and below it `children`: the result, and the button. A code in the amount's box, or scanned beside a bill, is asked about in
 * their place. Enter confirms when it was pressed (`atMs`, in milliseconds of the page), and Enter held down is Enter pressed once.
 */
export function BillForm({
  label,
  till: { state, send },
  amountField,
  onConfirm,
  beforeBar,
  barClassName,
  children,
}: {
  label: string;
  till: Till;
  amountField: RefObject<HTMLInputElement | null>;
  onConfirm: (atMs: number) => void;
  beforeBar?: ReactNode;
  barClassName: string;
  children: ReactNode;
}) {
  const { draft } = state;
  const isNextAsked = draft.code !== null || state.asked !== null;
  const enterAtMs = useRef<number | null>(null);
  const isEnterInField = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const scan = useTranslations("till.scan");
  const amountProblem = useAmountProblem(draft.value, isAsked);
  const codeProblem = isAsked && state.asked === null ? scan("billOrCode") : undefined;
  const problem = draft.code === null ? amountProblem : codeProblem;
  const edit: Edit = (changes) => {
    if ("value" in changes) setAsked(false);
    send({ type: "edited", changes });
  };
  return (
    <Form
      className="grid gap-4"
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter") return;
        if (event.repeat) event.preventDefault();
        else enterAtMs.current = event.timeStamp;
        isEnterInField.current = event.target instanceof HTMLInputElement;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const keyAtMs = isEnterInField.current ? enterAtMs.current : null;
        const atMs = enterAtMs.current ?? performance.now();
        enterAtMs.current = null;
        setAsked(true);
        if (isNextAsked) return send({ type: "nextAccepted", keyAtMs, isBill: isAmount(draft.value) });
        if (isAmount(draft.value)) onConfirm(atMs);
        else amountField.current?.focus();
      }}
    >
      <BillFields {...{ label, draft, problem, amountField }} onEdit={edit} />
      <div className="grid gap-4 short:gap-3">
        {beforeBar}
        <ActionBar typed={draft.value} className={barClassName}>
          {isNextAsked ? (
            <NextQuestion state={state} onStay={() => send({ type: "nextDeclined" })} />
          ) : (
            children
          )}
        </ActionBar>
      </div>
    </Form>
  );
}

/** The amount of a bill and the number that it has, beside each other: what is confirmed below them stays in sight. */
function BillFields({
  label,
  draft: { value, invoiceNumber },
  problem,
  amountField,
  onEdit,
}: {
  label: string;
  draft: ServeDraft;
  problem: string | undefined;
  amountField: RefObject<HTMLInputElement | null>;
  onEdit: Edit;
}) {
  const t = useTranslations("till.serve");
  const currencySign = useCurrencySign();
  const isOwnKeys = useOwnKeys();
  return (
    <>
      <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
        <NumberField
          label={label}
          value={value}
          onChange={(value, text) => onEdit({ value, code: codeIn(text) })}
          errorMessage={problem}
          unit={currencySign}
          inputRef={amountField}
          name={AMOUNT_FIELD}
          decimals={decimalsOf()}
          hasKeyboard={!isOwnKeys}
          isLarge
          autoFocus
        />
        <TextField
          label={t("invoice")}
          value={invoiceNumber}
          onChange={(invoiceNumber) => onEdit({ invoiceNumber })}
          placeholder={t("invoiceHint")}
          name={INVOICE_FIELD}
          maxLength={64}
          autoComplete="off"
          isCode
          isLarge
        />
      </div>
      {isOwnKeys && <NumberPad field={amountField} />}
    </>
  );
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0"] as const;
const KEY =
  "grid min-h-12 cursor-pointer select-none place-items-center rounded-lg border border-line bg-surface font-medium text-xl hover:bg-hover active:bg-sunken";

/** The keys of an amount, for a device whose keyboard stays closed. They have the same order in every language. */
function NumberPad({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations("ui");
  const write = (change: (text: string) => string) => {
    const input = field.current;
    if (input === null) return;
    input.focus();
    writeInto(input, change(input.value));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div role="group" aria-label={t("keypad")} dir="ltr" className="grid grid-cols-3 gap-1.5">
      {KEYS.map((key) => (
        <Pressable key={key} className={KEY} onPress={() => write((text) => text + key)}>
          {key}
        </Pressable>
      ))}
      <Pressable
        aria-label={t("deleteDigit")}
        className={KEY}
        onPress={() => write((text) => text.slice(0, -1))}
      >
        <Delete aria-hidden className="size-5" />
      </Pressable>
    </div>
  );
}
