"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { isLimitName, LimitFields, limitValues, useLimitText } from "@/components/programme/limit-fields";
import { NumberField } from "@/components/ui/number-field";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { readMerchant } from "./read-merchant";

const WINDOW_DAYS = 90;

/** A new merchant, or one to be changed. */
export function MerchantForm({
  merchant,
  onClose,
}: {
  merchant: ManagedMerchant | null;
  onClose: () => void;
}) {
  const t = useTranslations("merchants");
  const tDesk = useTranslations("desk");
  const limitText = useLimitText();
  const create = useRequest(api.create);
  const change = useRequest(api.change, { params: { merchantId: merchant?.id ?? 0 } });
  const editor = useEditor({
    record: merchant,
    fieldsOf: (shown) => ({
      nameEn: shown?.nameEn ?? "",
      nameAr: shown?.nameAr ?? "",
      refundWindowDays: (shown?.refundWindowDays ?? WINDOW_DAYS) as number | null | undefined,
      returnWindowDays: (shown?.returnWindowDays ?? WINDOW_DAYS) as number | null | undefined,
      ripeningDays: (shown?.ripeningDays ?? null) as number | null | undefined,
      refundSameBranchOnly: shown?.refundSameBranchOnly ?? false,
      cashiersMayEnrol: shown?.cashiersMayEnrol ?? false,
      ...limitValues(shown),
    }),
    create,
    change: { ...change, read: () => readMerchant(merchant?.id ?? 0) },
    said: t("saved"),
    onSaved: onClose,
  });
  const { field } = editor;
  return (
    <EditorDrawer
      title={merchant === null ? t("add") : t("editTitle")}
      submitLabel={t("save")}
      editor={editor}
      describe={(name, fields) => {
        if (isLimitName(name))
          return { label: tDesk(`limits.field.${name}`), value: limitText(name, fields) };
        const value = fields[name];
        return {
          label: t(name),
          value:
            typeof value === "boolean"
              ? tDesk(value ? "yes" : "no")
              : String(value ?? t("ripeningAsProgramme")),
        };
      }}
      onClose={onClose}
    >
      <TextField label={t("nameEn")} {...field("nameEn")} autoComplete="off" />
      <TextField label={t("nameAr")} {...field("nameAr")} autoComplete="off" />
      <NumberField
        label={t("refundWindowDays")}
        description={t("refundHint")}
        {...field("refundWindowDays")}
        unit={t("days")}
      />
      <NumberField
        label={t("returnWindowDays")}
        description={t("returnHint")}
        {...field("returnWindowDays")}
        unit={t("days")}
      />
      <NumberField
        label={t("ripeningDays")}
        description={t("ripeningHint")}
        {...field("ripeningDays")}
        unit={t("days")}
      />
      <Switch
        isSelected={editor.fields.refundSameBranchOnly}
        onChange={(refundSameBranchOnly) => editor.change({ refundSameBranchOnly })}
      >
        {t("refundSameBranchOnly")}
      </Switch>
      <Switch
        isSelected={editor.fields.cashiersMayEnrol}
        onChange={(cashiersMayEnrol) => editor.change({ cashiersMayEnrol })}
      >
        {t("cashiersMayEnrol")}
      </Switch>
      <h3 className="mt-2 font-semibold">{tDesk("limits.title")}</h3>
      <p className="-mt-2 text-ink-soft text-sm">{tDesk("limits.merchantLead")}</p>
      <LimitFields editor={editor} />
    </EditorDrawer>
  );
}
