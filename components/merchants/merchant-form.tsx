"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { may } from "@/components/kit/may";
import { fieldsFrom } from "@/components/kit/merge";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { isLimitName, LimitFields, limitValues, useLimitText } from "@/components/programme/limit-fields";
import { NumberField } from "@/components/ui/number-field";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { programme } from "@/lib/areas/programme/contract";
import { ProgrammeRates } from "./programme-rates";
import { readMerchant } from "./read-merchant";

type Days = number | null | undefined;
const NEW = {
  ...{ nameEn: "", nameAr: "" },
  ...{ refundWindowDays: 90 as Days, returnWindowDays: 90 as Days, ripeningDays: null as Days },
  ...{ refundSameBranchOnly: false, cashiersMayEnrol: false, ...limitValues(null) },
};

interface MerchantFormProps {
  merchant: ManagedMerchant | null;
  onClose: () => void;
}

/** A new merchant, or one to be changed. Cashiers of a programme's first merchant sign customers up, unless that is switched off here. */
export function MerchantForm(props: MerchantFormProps) {
  const { data, isError } = useQuery(ask(api.list));
  // A form keeps the values that it began with, so a new one begins once the other merchants are known.
  if (props.merchant === null && data === undefined && !isError) return null;
  return <KnownForm {...props} isFirst={data?.merchants.length === 0} />;
}

function KnownForm({ merchant, onClose, isFirst }: MerchantFormProps & { isFirst: boolean }) {
  const t = useTranslations("merchants");
  const tDesk = useTranslations("desk");
  const limitText = useLimitText();
  const { user } = useMe();
  const create = useRequest(api.create);
  const change = useRequest(api.change, { params: { merchantId: merchant?.id ?? 0 } });
  const editor = useEditor({
    record: merchant,
    fieldsOf: (shown) => fieldsFrom(shown, { ...NEW, cashiersMayEnrol: isFirst }),
    create,
    change: { ...change, read: () => readMerchant(merchant?.id ?? 0) },
    said: t("saved"),
    onSaved: onClose,
  });
  const { field } = editor;
  const days = (name: "refund" | "return" | "ripening") => {
    const days = name === "ripening" ? ("ripeningDays" as const) : (`${name}WindowDays` as const);
    return { label: t(days), description: t(`${name}Hint`), unit: t("days"), ...field(days) };
  };
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
      {may(user, programme.desk) && <ProgrammeRates />}
      <NumberField {...days("refund")} />
      <NumberField {...days("return")} />
      <NumberField {...days("ripening")} />
      {(["refundSameBranchOnly", "cashiersMayEnrol"] as const).map((name) => (
        <Switch
          key={name}
          isSelected={editor.fields[name]}
          onChange={(isSelected) => editor.change({ [name]: isSelected })}
        >
          {t(name)}
        </Switch>
      ))}
      <h3 className="mt-2 font-semibold">{tDesk("limits.title")}</h3>
      <p className="-mt-2 text-ink-soft text-sm">{tDesk("limits.merchantLead")}</p>
      <LimitFields editor={editor} />
    </EditorDrawer>
  );
}
