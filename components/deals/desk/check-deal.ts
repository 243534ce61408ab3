import { type DealFields, dealFieldsSchema } from "@/lib/areas/deals/desk-schemas";
import type { Bilingual } from "@/lib/platform/language";
import { fieldProblems } from "@/lib/portal/wire/field-problems";
import type { DealForm } from "./deal-form";

/** The request of the form, or the problems by field, in the server's words. */
export function checkDealForm(
  form: DealForm,
): { fields: DealFields; problems: null } | { fields: null; problems: Record<string, Bilingual> } {
  const result = dealFieldsSchema.safeParse(form);
  if (result.success) return { fields: result.data, problems: null };
  return { fields: null, problems: fieldProblems(result.error, form) };
}
