"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { readMerchant } from "@/components/merchants/read-merchant";
import { Checkbox } from "@/components/ui/checkbox";
import { NumberField } from "@/components/ui/number-field";
import { merchants } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { useRipeningText } from "./ripening-text";

const WINDOW_TEXTS = { refundWindowDays: "refundWindow", returnWindowDays: "returnWindow" } as const;

/** A merchant's own rules for refunds and returns. */
export function RefundRulesForm({
  merchant,
  title,
  onClose,
}: {
  merchant: ManagedMerchant;
  title: string;
  onClose: () => void;
}) {
  const t = useTranslations("programme");
  const ripeningText = useRipeningText();
  const change = useRequest(merchants.change, { params: { merchantId: merchant.id } });
  const editor = useEditor({
    record: merchant,
    fieldsOf: ({ refundWindowDays, returnWindowDays, ripeningDays, refundSameBranchOnly }) => ({
      refundWindowDays: refundWindowDays as number | null | undefined,
      returnWindowDays: returnWindowDays as number | null | undefined,
      ripeningDays: ripeningDays as number | null | undefined,
      refundSameBranchOnly,
    }),
    change: { ...change, read: () => readMerchant(merchant.id) },
    said: t("refundRulesSaved"),
    onSaved: onClose,
  });
  return (
    <EditorDrawer
      title={title}
      submitLabel={t("apply")}
      editor={editor}
      describe={(name, fields) =>
        name === "refundWindowDays" || name === "returnWindowDays"
          ? { label: t(WINDOW_TEXTS[name]), value: t("unit.days", { count: fields[name] ?? 0 }) }
          : name === "ripeningDays"
            ? { label: t("ripening"), value: ripeningText(fields.ripeningDays) }
            : { label: t("refundWhere"), value: t(fields.refundSameBranchOnly ? "sameBranch" : "anyBranch") }
      }
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("fromNowOn")}</p>
      <NumberField
        label={t("refundWindow")}
        description={t("refundWindowHint")}
        {...editor.field("refundWindowDays")}
      />
      <NumberField
        label={t("returnWindow")}
        description={t("returnWindowHint")}
        {...editor.field("returnWindowDays")}
      />
      <NumberField
        label={t("ripening")}
        description={t("merchantRipeningHint")}
        {...editor.field("ripeningDays")}
      />
      <Checkbox
        isSelected={editor.fields.refundSameBranchOnly}
        onChange={(refundSameBranchOnly) => editor.change({ refundSameBranchOnly })}
      >
        {t("sameBranch")}
      </Checkbox>
    </EditorDrawer>
  );
}
