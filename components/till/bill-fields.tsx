"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import { decimalsOf } from "@/lib/platform/currency";
import { NumberPad } from "./number-pad";
import { useOwnKeys } from "./own-keys";
import { codeIn } from "./scanned-code";
import type { ServeDraft } from "./serve-draft";
import { AMOUNT_FIELD, INVOICE_FIELD } from "./till-fields";

/** The amount of a bill and the number that it has, beside each other: what is confirmed below them stays in sight. */
export function BillFields({
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
  onEdit: (changes: Partial<Omit<ServeDraft, "mode">>) => void;
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
