"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Table } from "@/components/ui/table";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { useRipeningText } from "./ripening-text";

const RefundRulesForm = lazyPart(async () => (await import("./refund-rules-form")).RefundRulesForm);

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
            cell: ({ refundWindowDays }) => t("unit.days", { count: refundWindowDays }),
          },
          {
            id: "returnWindow",
            header: t("returnWithin"),
            cell: ({ returnWindowDays }) => t("unit.days", { count: returnWindowDays }),
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
