import { useTranslations } from "next-intl";

/** Name of a customer on the screens of the till: a hidden name is no missing one. */
export function useCustomerName(): (customer: {
  name: string | null;
  isNameHidden?: boolean | undefined;
}) => string {
  const t = useTranslations("till.wallet");
  return ({ name, isNameHidden }) => name ?? t(isNameHidden ? "nameHidden" : "noName");
}
