"use client";

import { GitMerge } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { LastMoment } from "@/components/kit/last-moment";
import { divergenceOf, pickFields } from "@/components/kit/merge";
import { useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import type { DealDeskChoices, DeskDeal } from "@/lib/areas/deals/desk-schemas";
import { DEAL_FORM_GROUPS, type DealField, type DealForm, dealFormOf } from "./deal-form";

export interface ConflictPanelProps {
  base: DealForm;
  mine: DealForm;
  theirs: DeskDeal;
  choices: DealDeskChoices;
  /** Goes on with both people's changes in one form, still to be saved. */
  onResolve: (form: DealForm) => void;
}

/** Another person saved the deal meanwhile: their changes, and a choice for each field that both changed. */
export function ConflictPanel({ base, mine, theirs, choices, onResolve }: ConflictPanelProps) {
  const t = useTranslations("deals.desk.conflict");
  const tField = useTranslations("deals.desk.fields");
  const theirForm = dealFormOf(theirs);
  const conflict = divergenceOf(base, { mine, theirs: theirForm }, DEAL_FORM_GROUPS);
  const [taken, setTaken] = useState<ReadonlySet<DealField>>(new Set());
  const choose = (field: DealField, isTheirs: boolean) => {
    const next = new Set(taken);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTaken(next);
  };
  const show = (field: DealField, form: DealForm) => (
    <FieldValue field={field} form={form} choices={choices} />
  );
  return (
    <div role="alert" data-testid="deal-conflict" className="mb-5">
      <Card
        title={t("title", { name: theirs.lastChange?.by ?? t("somebody") })}
        description={
          <>
            {theirs.lastChange && <DateTime value={theirs.lastChange.at} />} {t("text")}
          </>
        }
        className="border-warning"
      >
        <ul className="divide-y divide-line">
          {[...conflict.theirs, ...conflict.both].map((field) => (
            <li key={field} className="grid gap-2 py-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <span className="font-medium">{tField(field)}</span>
              <span className="min-w-0">
                <span className="block">
                  <span className="text-ink-faint text-sm">{t("theirs")}</span> {show(field, theirForm)}
                </span>
                {conflict.both.includes(field) && (
                  <>
                    <span className="mb-2 block">
                      <span className="text-ink-faint text-sm">{t("mine")}</span> {show(field, mine)}
                    </span>
                    <RadioGroup
                      label={t("which", { field: tField(field) })}
                      isLabelHidden
                      options={[
                        { id: "mine", label: t("takeMine") },
                        { id: "theirs", label: t("takeTheirs") },
                      ]}
                      value={taken.has(field) ? "theirs" : "mine"}
                      onChange={(choice) => choose(field, choice === "theirs")}
                    />
                  </>
                )}
              </span>
            </li>
          ))}
          {conflict.theirs.length + conflict.both.length === 0 && (
            <li className="py-3 text-ink-soft">{t("onlyState")}</li>
          )}
        </ul>
        <Button
          variant="primary"
          icon={GitMerge}
          className="mt-3"
          onPress={() =>
            onResolve({
              ...mine,
              ...pickFields(theirForm, [...conflict.theirs, ...taken], DEAL_FORM_GROUPS),
            })
          }
        >
          {t("resolve")}
        </Button>
      </Card>
    </div>
  );
}

interface FieldValueProps {
  field: DealField;
  form: DealForm;
  choices: DealDeskChoices;
}

/** A field's value in words. */
function FieldValue({ field, form, choices }: FieldValueProps): ReactNode {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const discount = useDiscountText();
  switch (field) {
    case "discount":
    case "discountType":
      return discount({ discountType: form.discountType, discount: form.discount ?? 0 });
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
