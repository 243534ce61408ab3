"use client";

import { parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { BranchBoxes } from "@/components/branches/branch-boxes";
import { useBranchesOf } from "@/components/branches/use-branches-of";
import { useDiscountText } from "@/components/deals/deal-words";
import { send, useSend, useSendWeighed } from "@/components/kit/contract";
import { EditorDrawer, type SavedDraft, useDraft } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { DatePicker } from "@/components/ui/date-field";
import { Day, useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { coupons as api } from "@/lib/areas/coupons/contract";
import { type DeskTemplate, type TemplateFields, templateFieldsSchema } from "@/lib/areas/coupons/schemas";
import { DISCOUNT_TYPES, OCCASIONS } from "@/lib/areas/coupons/words";

const EMPTY: TemplateFields = {
  ...{ titleEn: "", titleAr: "", termsEn: "", termsAr: "", discountType: 1, discount: 10 },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
  ...{ stockMax: null, rewardMin: null, worth: null, minBill: null, occasion: null },
};
const FIELDS = Object.keys(EMPTY) as (keyof TemplateFields)[];
type FieldOf<Value> = ReturnType<Editor<{ field: Value }>["field"]>;

/** Whether a discount of the type has an amount. */
const isAmount = (type: TemplateFields["discountType"]) => type !== 3 && type !== 4;

const changeSchema = z.extend(z.object(templateFieldsSchema.shape), { version: z.int() });

/** A template, in both languages: what it gives, when and where it is used, and how customers come by it. */
export function TemplateForm({
  template,
  ...acts
}: {
  template: DeskTemplate | null;
  /** A draft was saved that is to be published. */
  onPublish: (draft: DeskTemplate) => void;
  onClose: () => void;
}) {
  const t = useTranslations("coupons");
  const { merchant } = useMe();
  const [merchantId, setMerchantId] = useState<number | undefined>(template?.merchantId ?? merchant?.id);
  const draft = useDraft(template, acts);
  const editor = useTemplateEditor(template, merchantId, draft);
  const isDraft = template === null || template.state === "draft";
  const describe = useDescribe(merchantId);
  const { field, fields } = editor;
  const labelled = <Name extends keyof Shown>(name: Name) => ({
    label: t(`fields.${name as keyof Shown}`),
    ...field(name),
  });
  /** A number field that is empty means none. */
  const optional = (name: Optional, hint: Hint) => ({
    ...labelled(name),
    description: t(hint),
    value: fields[name] ?? null,
    onChange: (next: number | null | undefined) => editor.change({ [name]: next ?? null }),
  });
  const discountText = useDiscountText();
  const sign = useCurrencySign();
  return (
    <EditorDrawer
      title={template === null ? t("create") : t("editTitle")}
      submitLabel={t(isDraft ? "saveDraft" : "save")}
      {...draft.drawer(editor, isDraft && t("publish"))}
      describe={describe}
      onClose={acts.onClose}
    >
      {template === null && <MerchantChoice isNeeded value={merchantId} onChange={setMerchantId} />}
      <TextField {...labelled("titleEn")} maxLength={120} autoFocus />
      <TextField {...labelled("titleAr")} maxLength={120} />
      <TextArea {...labelled("termsEn")} maxLength={2_000} />
      <TextArea {...labelled("termsAr")} maxLength={2_000} />
      <Select
        {...labelled("discountType")}
        options={DISCOUNT_TYPES.map((id) => ({ id, label: t(`discountTypes.${id}`) }))}
        onChange={(type) => editor.change({ discountType: type, discount: isAmount(type) ? 10 : 0 })}
      />
      {isAmount(fields.discountType) && (
        <NumberField
          {...labelled("discount")}
          description={discountText({ ...fields, discount: fields.discount ?? 0 })}
        />
      )}
      <DayField {...labelled("validFrom")} />
      <DayField {...labelled("validUntil")} />
      <NumberField {...optional("validDays", "validDaysHint")} />
      {merchantId !== undefined && (
        <BranchBoxes {...labelled("branchIds")} hint={t("branchesHint")} merchantId={merchantId} />
      )}
      <NumberField {...optional("costPoints", "costHint")} />
      <NumberField {...optional("rewardMin", "rewardHint")} unit={sign} />
      <OccasionField {...labelled("occasion")} />
      <NumberField {...optional("stockMax", "stockHint")} isRequired />
      <NumberField {...optional("worth", "worthHint")} unit={sign} isRequired />
      <NumberField {...optional("minBill", "minBillHint")} unit={sign} />
    </EditorDrawer>
  );
}

function useTemplateEditor(
  template: DeskTemplate | null,
  merchantId: number | undefined,
  { keep, onSaved }: SavedDraft<DeskTemplate>,
) {
  const t = useTranslations("coupons");
  const add = useSend(api.create);
  const change = useSendWeighed(api.change);
  const isIt = ({ id }: DeskTemplate) => id === template?.id;
  return useEditor({
    record: template,
    fieldsOf: (read) =>
      Object.fromEntries(FIELDS.map((name) => [name, (read ?? EMPTY)[name]])) as unknown as Shown,
    groups: [["discountType", "discount"]],
    create: {
      schema: templateFieldsSchema,
      send: async (fields) => {
        const { templates } = await add.mutateAsync({ body: { merchantId: merchantId ?? null, fields } });
        keep(templates.reduce((newest, one) => (one.id > newest.id ? one : newest)));
      },
    },
    change: {
      act: api.change.may,
      schema: changeSchema,
      isWhole: true,
      send: async ({ version, ...fields }) => {
        const params = { templateId: template?.id ?? 0 };
        const { templates } = await change.mutateAsync({ params, body: { version, fields } });
        keep(templates.find(isIt));
      },
      read: async () => required((await send(api.list)).templates.find(isIt)),
    },
    said: t("saved"),
    onSaved,
  });
}

type Hint = `${"validDays" | "cost" | "reward" | "stock" | "worth" | "minBill"}Hint`;
type Optional = "validDays" | "costPoints" | "stockMax" | "rewardMin" | "worth" | "minBill";
type Shown = Omit<TemplateFields, "discount" | Optional> & {
  [Name in "discount" | Optional]: number | null | undefined;
};

/** A template's fields in words. */
function useDescribe(merchantId: number | undefined) {
  const t = useTranslations("coupons");
  const discountText = useDiscountText();
  const occasionText = useOccasionText();
  const textOf = (name: keyof Shown, shown: Shown): ReactNode => {
    switch (name) {
      case "discountType":
      case "discount":
        return discountText({ ...shown, discount: shown.discount ?? 0 });
      case "validFrom":
      case "validUntil":
        return shown[name] === null ? "" : <Day value={shown[name]} />;
      case "occasion":
        return occasionText(shown.occasion ?? null);
      case "branchIds":
        return merchantId === undefined ? "" : <BranchNames merchantId={merchantId} ids={shown.branchIds} />;
      default:
        return String(shown[name] ?? "");
    }
  };
  return (name: keyof Shown, shown: Shown) => ({ label: t(`fields.${name}`), value: textOf(name, shown) });
}

function useOccasionText() {
  const t = useTranslations("coupons.occasions");
  return (occasion: string | null) => {
    const [kind, days] = occasion?.split("-") ?? ["none"];
    return kind === "absence"
      ? t("absence", { days: Number(days) })
      : t(kind as "none" | "joining" | "birthday");
  };
}

/** When a coupon is issued by itself. */
function OccasionField({
  value = null,
  onChange,
  ...rest
}: FieldOf<string | null | undefined> & { label: string }) {
  const t = useTranslations("coupons.occasions");
  const text = useOccasionText();
  const kept = value === null ? [] : [value];
  return (
    <Select
      {...rest}
      description={t("hint")}
      value={value ?? "none"}
      options={["none", ...new Set([...OCCASIONS, ...kept])].map((id) => ({
        id,
        label: text(id === "none" ? null : id),
      }))}
      onChange={(id) => onChange(id === "none" ? null : id)}
    />
  );
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
