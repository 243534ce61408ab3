"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useOnlyOption } from "@/components/kit/use-only-option";
import { ComboBox } from "@/components/ui/combo-box";
import type { Column } from "@/components/ui/table";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { MerchantList } from "@/lib/areas/merchants/record";
import { compareTexts } from "@/lib/platform/search-text";

const NO_MERCHANTS: MerchantList = { merchants: [] };

/** Which merchant an operator looks at; nothing for those who have one of their own. */
export function MerchantChoice({
  value,
  onChange,
  errorMessage,
  isNeeded = false,
  className,
}: {
  value: number | undefined;
  /** The only merchant is chosen by itself. */
  isNeeded?: boolean;
  onChange: (merchantId: number | undefined) => void;
  errorMessage?: string | undefined;
  className?: string;
}) {
  const t = useTranslations("desk");
  const nameOf = useNameOf();
  const { merchant } = useMe();
  // A merchant may be made in another window while the form is open.
  const list = useQuery({
    ...ask(api.list, {}, { refetchOnWindowFocus: "always" }),
    enabled: merchant === null,
  });
  const { data: { merchants } = NO_MERCHANTS } = list;
  const only = isNeeded && merchant === null && merchants.length === 1 ? merchants[0]?.id : undefined;
  useOnlyOption(only, { value, onChange });
  if (merchant !== null) return null;
  const options = merchants
    .map((named) => ({ id: named.id, label: nameOf(named) }))
    .sort((one, other) => compareTexts(one.label, other.label));
  return (
    <ComboBox
      // The list of a combo box is what it began with.
      key={options.length}
      label={t("merchant")}
      placeholder={t("allMerchants")}
      options={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      errorMessage={errorMessage}
      {...(className !== undefined && { className })}
    />
  );
}

/** The names of merchants by their numbers, in the page's language; asked for where any is shown. */
export function useMerchantName(isAsked = true): (merchantId: number | null) => string {
  const t = useTranslations("desk");
  const nameOf = useNameOf();
  const { data: { merchants } = NO_MERCHANTS } = useQuery({ ...ask(api.list), enabled: isAsked });
  return (merchantId) => {
    if (merchantId === null) return t("programme");
    const found = merchants.find(({ id }) => id === merchantId);
    return found ? nameOf(found) : `#${merchantId}`;
  };
}

/** The column of whose a record is, where a list has those of several merchants. */
export function useMerchantColumn<Row extends { merchantId: number | null }>(
  isShown: boolean,
): Column<Row>[] {
  const header = useTranslations("desk")("merchant");
  const merchantName = useMerchantName(isShown);
  const cell = ({ merchantId }: Row) => <bdi>{merchantName(merchantId)}</bdi>;
  return isShown ? [{ id: "merchant", header, cell }] : [];
}
