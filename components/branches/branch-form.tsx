"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConflictNotice, type ForeignChange } from "@/components/desk/conflict-notice";
import { FormDrawer } from "@/components/desk/form-drawer";
import { MerchantChoice } from "@/components/desk/merchant-choice";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedBranch } from "@/lib/contract/portal/manage-branches";
import { toPortalError } from "@/lib/portal/error";
import { readBranch, useSaveBranch } from "@/lib/portal/use-desk-branches";
import { useErrorText } from "@/lib/portal/use-language";
import { MapLink } from "./map-link";
import { isFarAway, parsePlace, placeText } from "./place";

const FIELDS = ["nameEn", "nameAr", "msisdn", "phone", "addressEn", "addressAr", "place"] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

function fieldsOf(branch: ManagedBranch | null): Fields {
  return {
    nameEn: branch?.nameEn ?? "",
    nameAr: branch?.nameAr ?? "",
    msisdn: branch?.msisdn ?? "",
    phone: branch?.phone ?? "",
    addressEn: branch?.addressEn ?? "",
    addressAr: branch?.addressAr ?? "",
    place: branch ? placeText(branch) : "",
  };
}

/** A new branch, or one to be changed. */
export function BranchForm({
  branch,
  merchantId: firstMerchantId,
  onClose,
}: {
  branch: ManagedBranch | null;
  merchantId: number | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("branches");
  const { fieldTextOf } = useErrorText();
  const [base, setBase] = useState(branch);
  const [fields, setFields] = useState(() => fieldsOf(branch));
  const [merchantId, setMerchantId] = useState(branch?.merchantId ?? firstMerchantId);
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveBranch();
  const error = save.error && toPortalError(save.error);
  const place = parsePlace(fields.place);
  const set = (name: keyof Fields) => (value: string) =>
    setFields((present) => ({ ...present, [name]: value }));
  const first = fieldsOf(branch);
  const isDirty = FIELDS.some((name) => fields[name] !== first[name]);

  const showForeign = async (branchId: number) => {
    const now = await readBranch(branchId);
    const [read, there] = [fieldsOf(base), fieldsOf(now)];
    setForeign(
      FIELDS.filter((name) => read[name] !== there[name]).map((name) => ({
        label: t(name),
        value: there[name],
      })),
    );
    setBase(now);
  };
  const submit = () => {
    setChecked(true);
    if (place === undefined || merchantId === undefined) return;
    setForeign(null);
    const { place: _, ...texts } = fields;
    const branchId = base?.id ?? null;
    const named = base ? { version: base.version } : { merchantId };
    save.mutate(
      { branchId, ...named, ...texts, ...place },
      {
        onSuccess: () => {
          toast({ kind: "success", title: branchId === null ? t("created") : t("saved") });
          onClose();
        },
        onError: (thrown) => {
          if (toPortalError(thrown).code === "conflict" && branchId !== null) void showForeign(branchId);
        },
      },
    );
  };
  const shared = (name: keyof Fields, wireName: string = name) => ({
    label: t(name),
    value: fields[name],
    onChange: set(name),
    errorMessage: fieldTextOf(error, wireName),
    autoComplete: "off",
  });
  return (
    <FormDrawer
      title={branch === null ? t("addTitle") : t("editTitle")}
      submitLabel={branch === null ? t("create") : t("save")}
      isDirty={isDirty}
      isPending={save.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      {branch === null && (
        <MerchantChoice
          value={merchantId}
          onChange={setMerchantId}
          errorMessage={isChecked && merchantId === undefined ? t("chooseMerchant") : undefined}
        />
      )}
      <TextField {...shared("nameEn")} />
      <TextField {...shared("nameAr")} />
      <TextField
        {...shared("msisdn")}
        description={branch === null ? t("msisdnHint") : t("msisdnChangeHint")}
        inputMode="tel"
        isCode
      />
      <TextField {...shared("phone")} inputMode="tel" isCode />
      <TextField {...shared("addressEn")} />
      <TextField {...shared("addressAr")} />
      <TextField
        {...shared("place", "latitude")}
        description={t("placeHint")}
        errorMessage={
          place === undefined && (isChecked || fields.place.includes(","))
            ? t("placeInvalid")
            : (fieldTextOf(error, "latitude") ?? fieldTextOf(error, "longitude"))
        }
        placeholder="30.044420, 31.235712"
        isCode
      />
      {place && place.latitude !== null && (
        <div className="-mt-3 grid gap-2">
          <MapLink place={place} name={fields.nameEn || t("place")} />
          {isFarAway(place) && <Notice kind="warning">{t("farAway")}</Notice>}
        </div>
      )}
    </FormDrawer>
  );
}
