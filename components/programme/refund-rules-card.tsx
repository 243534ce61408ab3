"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { NumberField } from "@/components/ui/number-field";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedMerchant } from "@/lib/areas/branches/desk-schemas";
import { useChangeRefundRules, useReadProgramme } from "./queries";

/** How long, and where, redemptions can be refunded: each merchant's own. */
export function RefundRulesCard({ merchants }: { merchants: readonly ManagedMerchant[] }) {
  const t = useTranslations("programme");
  const inLanguage = useInLanguage();
  const [edited, setEdited] = useState<ManagedMerchant | null>(null);
  const nameOf = ({ nameEn, nameAr }: ManagedMerchant) => inLanguage({ en: nameEn, ar: nameAr });
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
  const { fieldTextOf } = useErrorText();
  const [base, setBase] = useState(merchant);
  const [days, setDays] = useState<number | null | undefined>(merchant.refundWindowDays);
  const [isSameBranch, setSameBranch] = useState(merchant.refundSameBranchOnly);
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const readProgramme = useReadProgramme();
  const change = useChangeRefundRules();
  const error = change.error && toPortalError(change.error);
  const submit = () => {
    setForeign(null);
    const body = { version: base.version, refundWindowDays: days, refundSameBranchOnly: isSameBranch };
    change.mutate(
      { merchantId: merchant.id, body },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("refundRulesSaved") });
          onClose();
        },
        onError: async (thrown) => {
          if (toPortalError(thrown).code !== "conflict") return;
          const there = (await readProgramme()).merchants.find(({ id }) => id === merchant.id);
          if (there === undefined) return;
          setForeign([
            { label: t("refundWindow"), value: t("days", { count: there.refundWindowDays }) },
            {
              label: t("refundWhere"),
              value: there.refundSameBranchOnly ? t("sameBranch") : t("anyBranch"),
            },
          ]);
          setBase(there);
        },
      },
    );
  };
  return (
    <FormDrawer
      title={title}
      submitLabel={t("apply")}
      isDirty={days !== merchant.refundWindowDays || isSameBranch !== merchant.refundSameBranchOnly}
      isPending={change.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      <p className="text-ink-soft">{t("fromNowOn")}</p>
      <NumberField
        label={t("refundWindow")}
        description={t("refundWindowHint")}
        value={days}
        onChange={setDays}
        errorMessage={fieldTextOf(error, "refundWindowDays")}
      />
      <Checkbox isSelected={isSameBranch} onChange={setSameBranch}>
        {t("sameBranch")}
      </Checkbox>
    </FormDrawer>
  );
}
