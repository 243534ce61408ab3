"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { readMerchant, useSaveMerchant } from "@/components/branches/queries";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText } from "@/components/kit/use-language";
import { NumberField } from "@/components/ui/number-field";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedMerchant } from "@/lib/areas/branches/desk-schemas";

const REFUND_WINDOW_DAYS = 90;

interface Fields {
  nameEn: string;
  nameAr: string;
  refundWindowDays: number | null | undefined;
  refundSameBranchOnly: boolean;
}

function fieldsOf(merchant: ManagedMerchant | null): Fields {
  return {
    nameEn: merchant?.nameEn ?? "",
    nameAr: merchant?.nameAr ?? "",
    refundWindowDays: merchant?.refundWindowDays ?? REFUND_WINDOW_DAYS,
    refundSameBranchOnly: merchant?.refundSameBranchOnly ?? false,
  };
}

/** A new merchant, or one to be changed. */
export function MerchantForm({
  merchant,
  onClose,
}: {
  merchant: ManagedMerchant | null;
  onClose: () => void;
}) {
  const t = useTranslations("branches.merchants");
  const { fieldTextOf } = useErrorText();
  const [base, setBase] = useState(merchant);
  const [fields, setFields] = useState(() => fieldsOf(merchant));
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const save = useSaveMerchant();
  const error = save.error && toPortalError(save.error);
  const first = fieldsOf(merchant);
  const names = Object.keys(first) as (keyof Fields)[];
  const set = (changes: Partial<Fields>) => setFields((present) => ({ ...present, ...changes }));
  const showForeign = async (merchantId: number) => {
    const now = await readMerchant(merchantId);
    if (!now) return;
    const [read, there] = [fieldsOf(base), fieldsOf(now)];
    const changed = names.filter((name) => read[name] !== there[name]);
    setForeign(changed.map((name) => ({ label: t(name), value: String(there[name]) })));
    setBase(now);
  };
  const submit = () => {
    setForeign(null);
    const merchantId = base?.id ?? null;
    save.mutate(
      { merchantId, ...(base && { version: base.version }), ...fields },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("saved") });
          onClose();
        },
        onError: (thrown) => {
          if (toPortalError(thrown).code === "conflict" && merchantId !== null) void showForeign(merchantId);
        },
      },
    );
  };
  return (
    <FormDrawer
      title={merchant === null ? t("add") : t("editTitle")}
      submitLabel={t("save")}
      isDirty={names.some((name) => fields[name] !== first[name])}
      isPending={save.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      <TextField
        label={t("nameEn")}
        value={fields.nameEn}
        onChange={(nameEn) => set({ nameEn })}
        errorMessage={fieldTextOf(error, "nameEn")}
        autoComplete="off"
      />
      <TextField
        label={t("nameAr")}
        value={fields.nameAr}
        onChange={(nameAr) => set({ nameAr })}
        errorMessage={fieldTextOf(error, "nameAr")}
        autoComplete="off"
      />
      <NumberField
        label={t("refundWindowDays")}
        description={t("refundHint")}
        value={fields.refundWindowDays}
        onChange={(refundWindowDays) => set({ refundWindowDays })}
        errorMessage={fieldTextOf(error, "refundWindowDays")}
        unit={t("days")}
      />
      <Switch
        isSelected={fields.refundSameBranchOnly}
        onChange={(refundSameBranchOnly) => set({ refundSameBranchOnly })}
      >
        {t("refundSameBranchOnly")}
      </Switch>
    </FormDrawer>
  );
}
