"use client";

import { parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import * as z from "zod/mini";
import { BranchBoxes } from "@/components/branches/branch-boxes";
import { useBranchesOf } from "@/components/branches/use-branches-of";
import { useDiscountText } from "@/components/deals/deal-words";
import { send, useSend } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { Button } from "@/components/ui/button";
import { DatePicker } from "@/components/ui/date-field";
import { Day, useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { coupons as api } from "@/lib/areas/coupons/contract";
import { type DeskTemplate, type TemplateFields, templateFieldsSchema } from "@/lib/areas/coupons/schemas";
import { DISCOUNT_TYPES } from "@/lib/areas/coupons/words";

const EMPTY: TemplateFields = {
  ...{ titleEn: "", titleAr: "", termsEn: "", termsAr: "", discountType: 1, discount: 10 },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
  ...{ stockMax: null, rewardMin: null, worth: null },
};
const FIELDS = Object.keys(EMPTY) as (keyof TemplateFields)[];
/** Value of a number field that may be empty. */
type Number_ = number | null | undefined;
type FieldOf<Value> = ReturnType<Editor<{ field: Value }>["field"]>;

const changeSchema = z.extend(z.object(templateFieldsSchema.shape), { version: z.int() });

/** A template, in both languages: what it gives, when and where it is used, and how customers come by it. */
export function TemplateForm({
  template,
  onPublish,
  onClose,
}: {
  template: DeskTemplate | null;
  /** A draft was saved that is to be published. */
  onPublish: (draft: DeskTemplate) => void;
  onClose: () => void;
}) {
  const t = useTranslations("coupons");
  const { merchant } = useMe();
  const [merchantId, setMerchantId] = useState<number | undefined>(template?.merchantId ?? merchant?.id);
  const add = useSend(api.create);
  const change = useSend(api.change);
  const draft = useRef({ saved: template, isPublished: false });
  const editor = useEditor({
    record: template,
    fieldsOf: (read) =>
      Object.fromEntries(FIELDS.map((name) => [name, (read ?? EMPTY)[name]])) as unknown as Shown,
    groups: [["discountType", "discount"]],
    create: {
      schema: templateFieldsSchema,
      send: async (fields) => {
        const { templates } = await add.mutateAsync({ body: { merchantId: merchantId ?? null, fields } });
        draft.current.saved = templates.reduce((newest, one) => (one.id > newest.id ? one : newest));
      },
    },
    change: {
      schema: changeSchema,
      isWhole: true,
      send: async ({ version, ...fields }) => {
        const params = { templateId: template?.id ?? 0 };
        const { templates } = await change.mutateAsync({ params, body: { version, fields } });
        draft.current.saved = templates.find(({ id }) => id === template?.id) ?? null;
      },
      read: async () => required((await send(api.list)).templates.find(({ id }) => id === template?.id)),
    },
    said: t("saved"),
    onSaved: () => {
      onClose();
      const { saved, isPublished } = draft.current;
      if (isPublished && saved !== null) onPublish(saved);
    },
  });
  const isDraft = template === null || template.state === "draft";
  const submit = (isPublished: boolean) => {
    draft.current.isPublished = isPublished;
    editor.submit();
  };
  const { field, fields } = editor;
  const discountText = useDiscountText();
  const sign = useCurrencySign();
  const isAmount = fields.discountType !== 3 && fields.discountType !== 4;
  const fieldText = (name: keyof Shown, shown: Shown): ReactNode => {
    switch (name) {
      case "discountType":
      case "discount":
        return discountText({ discountType: shown.discountType, discount: shown.discount ?? 0 });
      case "validFrom":
      case "validUntil":
        return shown[name] === null ? "" : <Day value={shown[name]} />;
      case "branchIds":
        return merchantId === undefined ? "" : <BranchNames merchantId={merchantId} ids={shown.branchIds} />;
      default:
        return String(shown[name] ?? "");
    }
  };
  return (
    <EditorDrawer
      title={template === null ? t("create") : t("editTitle")}
      submitLabel={t(isDraft ? "saveDraft" : "save")}
      primary={
        isDraft && (
          <Button variant="primary" isPending={editor.isPending} onPress={() => submit(true)}>
            {t("publish")}
          </Button>
        )
      }
      editor={{ ...editor, submit: () => submit(false) }}
      describe={(name, shown) => ({ label: t(`fields.${name}`), value: fieldText(name, shown) })}
      onClose={onClose}
    >
      {template === null && <MerchantChoice value={merchantId} onChange={setMerchantId} />}
      <TextField label={t("fields.titleEn")} {...field("titleEn")} maxLength={120} autoFocus />
      <TextField label={t("fields.titleAr")} {...field("titleAr")} maxLength={120} />
      <TextArea label={t("fields.termsEn")} {...field("termsEn")} maxLength={2_000} />
      <TextArea label={t("fields.termsAr")} {...field("termsAr")} maxLength={2_000} />
      <Select
        label={t("fields.discountType")}
        options={DISCOUNT_TYPES.map((id) => ({ id: String(id), label: t(`discountTypes.${id}`) }))}
        value={String(fields.discountType)}
        onChange={(id) => {
          const discountType = Number(id) as TemplateFields["discountType"];
          editor.change({ discountType, discount: discountType === 3 || discountType === 4 ? 0 : 10 });
        }}
      />
      {isAmount && (
        <NumberField
          label={t("fields.discount")}
          description={discountText({ discountType: fields.discountType, discount: fields.discount ?? 0 })}
          {...field("discount")}
        />
      )}
      <DayField label={t("fields.validFrom")} {...field("validFrom")} />
      <DayField label={t("fields.validUntil")} {...field("validUntil")} />
      <NumberField
        label={t("fields.validDays")}
        description={t("validDaysHint")}
        {...nullable(field("validDays"))}
      />
      {merchantId !== undefined && (
        <BranchBoxes
          label={t("fields.branchIds")}
          hint={t("branchesHint")}
          merchantId={merchantId}
          {...field("branchIds")}
        />
      )}
      <NumberField
        label={t("fields.costPoints")}
        description={t("costHint")}
        {...nullable(field("costPoints"))}
      />
      <NumberField
        label={t("fields.rewardMin")}
        description={t("rewardHint")}
        unit={sign}
        {...nullable(field("rewardMin"))}
      />
      <NumberField
        label={t("fields.stockMax")}
        description={t("stockHint")}
        {...nullable(field("stockMax"))}
        isRequired
      />
      <NumberField
        label={t("fields.worth")}
        description={t("worthHint")}
        unit={sign}
        {...nullable(field("worth"))}
        isRequired
      />
    </EditorDrawer>
  );
}

type Shown = Omit<
  TemplateFields,
  "discount" | "validDays" | "costPoints" | "stockMax" | "rewardMin" | "worth"
> & {
  discount: Number_;
  validDays: Number_;
  costPoints: Number_;
  stockMax: Number_;
  rewardMin: Number_;
  worth: Number_;
};

/** A number field that is empty means none. */
function nullable({ value, onChange, ...rest }: FieldOf<Number_>) {
  return { ...rest, value: value ?? null, onChange: (next: Number_) => onChange(next ?? null) };
}

function DayField({ value, onChange, ...rest }: FieldOf<string | null> & { label: string }) {
  return (
    <DatePicker
      {...rest}
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day === null ? null : day.toString())}
    />
  );
}

function BranchNames({ merchantId, ids }: { merchantId: number; ids: readonly number[] }) {
  const t = useTranslations("coupons");
  const nameOf = useNameOf();
  const chosen = useBranchesOf(merchantId).filter(({ id }) => ids.includes(id));
  return chosen.length === 0 ? t("branchesHint") : chosen.map(nameOf).join(", ");
}
