"use client";

import { useTranslations } from "next-intl";
import { useMe } from "@/components/account/queries";
import { useMerchants } from "@/components/branches/queries";
import { ComboBox } from "@/components/ui/combo-box";
import { useInLanguage, useLanguage } from "./use-language";

/** Which merchant an operator looks at; nothing for those who have one of their own. */
export function MerchantChoice({
  value,
  onChange,
  errorMessage,
  className,
}: {
  value: number | undefined;
  onChange: (merchantId: number | undefined) => void;
  errorMessage?: string | undefined;
  className?: string;
}) {
  const t = useTranslations("desk");
  const inLanguage = useInLanguage();
  const { compare } = new Intl.Collator(useLanguage());
  const { merchant } = useMe();
  const { data: merchants = [] } = useMerchants();
  if (merchant !== null) return null;
  const options = merchants
    .map(({ id, nameEn, nameAr }) => ({ id, label: inLanguage({ en: nameEn, ar: nameAr }) }))
    .sort((one, other) => compare(one.label, other.label));
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

/** The names of merchants by their numbers, in the page's language. */
export function useMerchantName(): (merchantId: number | null) => string {
  const t = useTranslations("desk");
  const inLanguage = useInLanguage();
  const { data: merchants = [] } = useMerchants();
  return (merchantId) => {
    if (merchantId === null) return t("programme");
    const found = merchants.find(({ id }) => id === merchantId);
    return found ? inLanguage({ en: found.nameEn, ar: found.nameAr }) : `#${merchantId}`;
  };
}
