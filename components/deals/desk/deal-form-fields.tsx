"use client";

import { Languages as LanguagesIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { FirstDay, LastDayField } from "@/components/kit/day-edge";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Card } from "@/components/ui/card";
import { Folded } from "@/components/ui/folded";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { useZoneName } from "@/components/ui/use-zone-name";
import type { DealDeskChoices } from "@/lib/areas/deals/desk-schemas";
import { type DealText, untranslatedTexts } from "@/lib/areas/deals/warnings";
import {
  DESCRIPTION_LENGTH_MAX,
  DISCOUNT_TYPES,
  discountRange,
  TERMS_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from "@/lib/areas/deals/words";
import type { Language } from "@/lib/platform/language";
import { PictureField } from "./picture-field";
import { BranchesField, RatePlansField } from "./public-fields";
import type { DealEdit } from "./use-deal-edit";

interface SectionProps {
  edit: DealEdit;
  choices: DealDeskChoices;
  isDisabled: boolean;
}

/** Everything that is written about a deal, its texts in both languages side by side. */
export function DealFormFields({ edit, choices, isDisabled }: SectionProps) {
  const t = useTranslations("deals.desk");
  const { fields, change, field, record } = edit;
  const icon = choices.categories.find(({ id }) => id === fields.categoryId)?.icon ?? "tag";
  const branches = choices.branches.filter(({ merchantId }) => merchantId === edit.merchantId);
  return (
    <>
      <Texts edit={edit} isDisabled={isDisabled} />
      <Offer edit={edit} choices={choices} isDisabled={isDisabled} />
      <Card title={t("sections.picture")}>
        <PictureField
          hash={fields.imageHash}
          onChange={(imageHash) => change({ imageHash })}
          categoryIcon={icon}
          isDisabled={isDisabled}
        />
      </Card>
      <Schedule edit={edit} isDisabled={isDisabled} />
      <Card>
        <Folded label={t("sections.ratePlans")} isOpen={record !== null && record.ratePlans.length > 0}>
          <RatePlansField known={choices.ratePlans} {...field("ratePlans")} isDisabled={isDisabled} />
        </Folded>
      </Card>
      <Card title={t("sections.branches")}>
        <BranchesField branches={branches} {...field("branchIds")} isDisabled={isDisabled} />
      </Card>
    </>
  );
}

function Texts({ edit: { fields, field: props, isPublished }, isDisabled }: Omit<SectionProps, "choices">) {
  const t = useTranslations("deals.desk");
  const missing = untranslatedTexts(fields);
  /** Marks a text that its neighbour in the other language is written for. */
  const hint = (text: DealText, language: Language) =>
    missing[language].includes(text) && (text !== "title" || fields.titleEn.trim() !== "") ? (
      <span className="inline-flex items-center gap-1.5 text-warning">
        <LanguagesIcon aria-hidden className="size-4 shrink-0" />
        {t(`untranslated.${language}`)}
      </span>
    ) : undefined;
  const long = (field: "descriptionEn" | "descriptionAr" | "termsEn" | "termsAr") => (
    <TextArea
      label={t(`fields.${field}`)}
      {...props(field)}
      description={hint(
        field.startsWith("terms") ? "terms" : "description",
        field.endsWith("Ar") ? "ar" : "en",
      )}
      maxLength={field.startsWith("terms") ? TERMS_LENGTH_MAX : DESCRIPTION_LENGTH_MAX}
      isDisabled={isDisabled}
    />
  );
  const title = (field: "titleEn" | "titleAr") => (
    <TextField
      label={t(`fields.${field}`)}
      {...props(field)}
      description={field === "titleAr" ? hint("title", "ar") : undefined}
      maxLength={TITLE_LENGTH_MAX}
      isDisabled={isDisabled}
      isRequired={isPublished && field === "titleEn"}
    />
  );
  return (
    <Card title={t("sections.texts")} description={t("sections.textsHint")}>
      <div className="grid gap-4 md:grid-cols-2">
        {title("titleEn")}
        {title("titleAr")}
        {long("descriptionEn")}
        {long("descriptionAr")}
        {long("termsEn")}
        {long("termsAr")}
      </div>
    </Card>
  );
}

function Offer({ edit, choices, isDisabled }: SectionProps) {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const isOperator = useMe().merchant === null;
  const { record, fields, change, field, isStarted } = edit;
  const categories = choices.categories.filter(({ id, isActive }) => isActive || id === record?.categoryId);
  const [least, most] = discountRange(fields.discountType);
  return (
    <Card title={t("sections.offer")}>
      <div className="grid gap-4 md:grid-cols-2">
        {isOperator && (
          <Select
            label={t("merchant")}
            options={choices.merchants
              .filter(({ isActive, id }) => isActive || id === edit.merchantId)
              .map(({ id, name }) => ({ id, label: inLanguage(name) }))}
            value={edit.merchantId}
            onChange={edit.changeMerchant}
            isDisabled={isDisabled || record !== null}
            description={record === null ? undefined : t("merchantStays")}
          />
        )}
        <Select
          label={t("fields.categoryId")}
          options={categories.map(({ id, name }) => ({ id, label: inLanguage(name) }))}
          description={t(isOperator ? "categoryMade" : "categoryAsked")}
          {...field("categoryId")}
          isDisabled={isDisabled}
        />
        <Select
          label={t("fields.discountType")}
          options={DISCOUNT_TYPES.map((id) => ({ id, label: t(`discountTypes.${id}`) }))}
          value={fields.discountType}
          onChange={(discountType) => {
            const hasAmount = discountRange(discountType)[1] > 0;
            change({ discountType, ...(hasAmount ? most === 0 && { discount: null } : { discount: 0 }) });
          }}
          isDisabled={isDisabled}
        />
        {most > 0 && (
          <NumberField
            label={t(`discountLabels.${fields.discountType as 1 | 2 | 5 | 6}`)}
            description={t("range", { least, most })}
            {...field("discount")}
            isDisabled={isDisabled}
            isRequired={edit.isPublished}
          />
        )}
        <TextField
          label={t("fields.offerNumber")}
          description={isStarted ? t("staysOnceStarted") : t("offerNumberHint")}
          {...field("offerNumber")}
          maxLength={64}
          isDisabled={isDisabled || isStarted}
          isCode
        />
      </div>
    </Card>
  );
}

function Schedule({ edit: { field: props, isStarted }, isDisabled }: Omit<SectionProps, "choices">) {
  const t = useTranslations("deals.desk");
  const end = (field: "endDate" | "expiryDate", description: string) => (
    <LastDayField
      label={t(`fields.${field}`)}
      description={description}
      {...props(field)}
      isDisabled={isDisabled}
    />
  );
  return (
    <Card title={t("sections.schedule")} description={t("sections.scheduleHint", { zone: useZoneName() })}>
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        <FirstDay
          label={t("fields.startDate")}
          description={isStarted ? t("staysOnceStarted") : t("startHint")}
          {...props("startDate")}
          isDisabled={isDisabled || isStarted}
        />
        {end("endDate", t("endHint"))}
        {end("expiryDate", t("expiryHint"))}
      </div>
    </Card>
  );
}
