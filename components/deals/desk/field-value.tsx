import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { LastMoment } from "@/components/kit/last-moment";
import { useInLanguage } from "@/components/kit/use-language";
import { DateTime } from "@/components/ui/format";
import type { DealDeskChoices } from "@/lib/areas/deals/desk-schemas";
import type { DealField, DealForm } from "./deal-form";

interface FieldValueProps {
  field: DealField;
  form: DealForm;
  choices: DealDeskChoices;
}

/** A field's value in words. */
export function FieldValue({ field, form, choices }: FieldValueProps): ReactNode {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const discount = useDiscountText();
  switch (field) {
    case "discount":
    case "discountType":
      return form.discount == null
        ? "—"
        : discount({ discountType: form.discountType, discount: form.discount });
    case "categoryId": {
      const category = choices.categories.find(({ id }) => id === form.categoryId);
      return <bdi>{category ? inLanguage(category.name) : "—"}</bdi>;
    }
    case "startDate":
      return form.startDate === null ? "—" : <DateTime value={form.startDate} />;
    case "endDate":
    case "expiryDate": {
      const end = form[field];
      return end === null ? "—" : <LastMoment end={end} />;
    }
    case "imageHash":
      return form.imageHash === null ? t("picture.none") : t("picture.another");
    case "branchIds": {
      const names = choices.branches.filter(({ id }) => form.branchIds.includes(id));
      return <bdi>{names.map(({ name }) => inLanguage(name)).join(", ") || "—"}</bdi>;
    }
    case "ratePlans":
      return <bdi>{form.ratePlans.join(", ") || t("ratePlans.everybody")}</bdi>;
    default:
      return (
        <span dir="auto" className="whitespace-pre-line break-words">
          {form[field] || "—"}
        </span>
      );
  }
}
