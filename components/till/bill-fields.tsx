"use client";

import { Delete, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useState } from "react";
import { ActionBar } from "@/components/kit/action-bar";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { useCurrencySign } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Pressable } from "@/components/ui/pressable";
import { TextField } from "@/components/ui/text-field";
import { isolated } from "@/components/wallet/use-amounts";
import { decimalsOf } from "@/lib/platform/currency";
import { useOwnKeys } from "./own-keys";
import { codeIn } from "./scanned-code";
import type { ServeDraft } from "./serve-draft";
import { ShortcutHint } from "./shortcut-hint";
import { AMOUNT_FIELD, INVOICE_FIELD } from "./till-fields";
import { isAmount, useAmountProblem } from "./use-amount-problem";
import { writeInto } from "./use-scanner";
import type { Till } from "./use-till";

type Edit = (changes: Partial<Omit<ServeDraft, "mode">>) => void;

/**
 * The bill, and below it `children`: what comes of it, and the button. A code in the amount's box is asked about in their place. Enter
 * confirms what `isSeen` at that time, in milliseconds of the page, and Enter held down is Enter pressed once.
 */
export function BillForm({
  label,
  till: { state, send },
  amountField,
  isSeen = () => true,
  onEnter,
  onConfirm,
  beforeBar,
  barClassName,
  children,
}: {
  label: string;
  till: Till;
  amountField: RefObject<HTMLInputElement | null>;
  isSeen?: (atMs: number) => boolean;
  onEnter?: () => void;
  onConfirm: () => void;
  beforeBar?: ReactNode;
  barClassName: string;
  children: ReactNode;
}) {
  const { draft } = state;
  const [isAsked, setAsked] = useState(false);
  const problem = useAmountProblem(draft.value, isAsked);
  const edit: Edit = (changes) => {
    if ("value" in changes) setAsked(false);
    send({ type: "edited", changes });
  };
  return (
    <Form
      className="grid gap-4"
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter") return;
        if (event.repeat || !isSeen(event.timeStamp)) event.preventDefault();
        onEnter?.();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.code !== null) return send({ type: "nextAccepted" });
        setAsked(true);
        if (isAmount(draft.value)) onConfirm();
        else amountField.current?.focus();
      }}
    >
      <BillFields {...{ label, draft, problem, amountField }} onEdit={edit} />
      <div className="grid gap-4 short:gap-3">
        {beforeBar}
        <ActionBar typed={draft.value} className={barClassName}>
          {draft.code === null ? (
            children
          ) : (
            <NextCustomer
              code={draft.code}
              onBill={() => send({ type: "edited", changes: { code: null } })}
            />
          )}
        </ActionBar>
      </div>
    </Form>
  );
}

/** The amount of a bill and the number that it has, beside each other: what is confirmed below them stays in sight. */
function BillFields({
  label,
  draft: { value, code, invoiceNumber },
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
          errorMessage={code === null ? problem : undefined}
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

/** In place of the result and of the button that confirms it: the bill's box holds a code, which is no bill until said to be one. */
function NextCustomer({ code, onBill }: { code: string; onBill: () => void }) {
  const t = useTranslations("till.scan");
  return (
    <>
      <Notice kind="info" isAnnounced>
        <p className="font-medium">{t("next")}</p>
        <p>{t("nextText", { code: isolated(code) })}</p>
      </Notice>
      <Button type="submit" variant="primary" size="large" icon={ScanLine} className="w-full">
        {t("find", { code: isolated(code) })} <ShortcutHint>Enter</ShortcutHint>
      </Button>
      <Button variant="quiet" onPress={onBill}>
        {t("bill")}
      </Button>
    </>
  );
}
