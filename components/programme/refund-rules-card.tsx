"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { readMerchant, useChangeMerchant } from "@/components/merchants/mutations";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { NumberField } from "@/components/ui/number-field";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedMerchant } from "@/lib/areas/merchants/desk-schemas";

/** How long, and where, redemptions can be refunded and goods can come back: each merchant's own. */
export function RefundRulesCard({ merchants }: { merchants: readonly ManagedMerchant[] }) {
  const t = useTranslations("programme");
  const [edited, setEdited] = useState<ManagedMerchant | null>(null);
  const nameOf = useNameOf();
  const ripeningText = useRipeningText();
  return (
    <Card title={t("refundRules")} description={t("refundRulesLead")}>
      <Table<ManagedMerchant>
        label={t("refundRules")}
        rows={merchants}
        rowKey={({ id }) => id}
        columns={[
          { id: "name", header: t("merchant"), cell: (merchant) => <bdi>{nameOf(merchant)}</bdi> },
          {
            id: "window",
            header: t("refundWithin"),
            cell: ({ refundWindowDays }) => t("days", { count: refundWindowDays }),
          },
          {
            id: "returnWindow",
            header: t("returnWithin"),
            cell: ({ returnWindowDays }) => t("days", { count: returnWindowDays }),
          },
          {
            id: "ripening",
            header: t("ripensAfter"),
            cell: ({ ripeningDays }) => ripeningText(ripeningDays),
          },
          {
            id: "branch",
            header: t("refundWhere"),
            cell: ({ refundSameBranchOnly }) => (refundSameBranchOnly ? t("sameBranch") : t("anyBranch")),
          },
        ]}
        actionsLabel={t("change")}
        rowActions={(merchant) => (
          <Button
            size="small"
            variant="quiet"
            aria-label={t("changeRefundRules", { name: nameOf(merchant) })}
            onPress={() => setEdited(merchant)}
          >
            {t("change")}
          </Button>
        )}
      />
      {edited && (
        <RefundRulesForm
          merchant={edited}
          title={t("changeRefundRules", { name: nameOf(edited) })}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

/** When points of a merchant's rewards can be spent, in words. */
function useRipeningText(): (days: number | null | undefined) => string {
  const t = useTranslations("programme");
  return (days) => {
    if (days === null || days === undefined) return t("ripensAsProgramme");
    return days === 0 ? t("ripensAtOnce") : t("days", { count: days });
  };
}

const WINDOW_TEXTS = { refundWindowDays: "refundWindow", returnWindowDays: "returnWindow" } as const;

function RefundRulesForm({
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
  const change = useChangeMerchant(merchant.id);
  const editor = useEditor({
    record: merchant,
    fieldsOf: ({ refundWindowDays, returnWindowDays, ripeningDays, refundSameBranchOnly }) => ({
      refundWindowDays: refundWindowDays as number | null | undefined,
      returnWindowDays: returnWindowDays as number | null | undefined,
      ripeningDays: ripeningDays as number | null | undefined,
      refundSameBranchOnly,
    }),
    change: {
      schema: async () => (await import("@/lib/areas/merchants/schemas")).merchantChangesSchema,
      send: change.mutateAsync,
      read: () => readMerchant(merchant.id),
    },
    onSaved: () => {
      toast({ kind: "success", title: t("refundRulesSaved") });
      onClose();
    },
  });
  return (
    <EditorDrawer
      title={title}
      submitLabel={t("apply")}
      editor={editor}
      describe={(name, fields) =>
        name === "refundWindowDays" || name === "returnWindowDays"
          ? { label: t(WINDOW_TEXTS[name]), value: t("days", { count: fields[name] ?? 0 }) }
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
