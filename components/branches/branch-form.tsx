"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { fieldsFrom } from "@/components/kit/merge";
import { useEditor } from "@/components/kit/use-editor";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";
import { MapLink } from "./map-link";
import { isFarAway, placeText } from "./place";
import { PlaceField } from "./place-field";

const TEXTS = { nameEn: "", nameAr: "", msisdn: "", phone: "", addressEn: "", addressAr: "" };
const NEW = { ...TEXTS, latitude: null as number | null, longitude: null as number | null };

/** A new branch, or one to be changed. */
export function BranchForm({
  branch,
  merchantId,
  onClose,
}: {
  branch: ManagedBranch | null;
  merchantId: number | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("branches");
  const params = { branchId: branch?.id ?? 0 };
  const create = useRequest(api.create);
  const change = useRequest(api.change, { params });
  const editor = useEditor({
    record: branch,
    fieldsOf: (read) => fieldsFrom(read, { ...NEW, merchantId: merchantId ?? null }),
    groups: [["latitude", "longitude"]],
    create,
    change: { ...change, read: () => send(api.read, { params }) },
    said: branch === null ? t("created") : t("saved"),
    onSaved: onClose,
  });
  const { fields, field } = editor;
  const text = (name: keyof typeof TEXTS, hint?: "msisdnHint" | "msisdnChangeHint") => ({
    label: t(name),
    description: hint && t(hint),
    autoComplete: "off",
    ...field(name),
  });
  return (
    <EditorDrawer
      title={branch === null ? t("addTitle") : t("editTitle")}
      submitLabel={branch === null ? t("create") : t("save")}
      editor={editor}
      describe={(name, shown) =>
        name === "latitude" || name === "longitude"
          ? { label: t("place"), value: placeText(shown) }
          : { label: name === "merchantId" ? t("merchant") : t(name), value: shown[name] }
      }
      onClose={onClose}
    >
      {branch === null && (
        <MerchantChoice
          value={fields.merchantId ?? undefined}
          onChange={(id) => editor.change({ merchantId: id ?? null })}
          errorMessage={editor.errorAt("merchantId") && t("chooseMerchant")}
        />
      )}
      <TextField {...text("nameEn")} />
      <TextField {...text("nameAr")} />
      <TextField {...text("msisdn", branch ? "msisdnChangeHint" : "msisdnHint")} inputMode="tel" isCode />
      <TextField {...text("phone")} inputMode="tel" isCode />
      <TextField {...text("addressEn")} />
      <TextField {...text("addressAr")} />
      <PlaceField
        value={fields}
        name={fields.nameEn || t("place")}
        onChange={editor.change}
        errorMessage={editor.errorAt("latitude") ?? editor.errorAt("longitude")}
      />
      {fields.latitude !== null && !Number.isNaN(fields.latitude) && (
        <div className="-mt-3 grid gap-2">
          <MapLink place={fields} name={fields.nameEn || t("place")} />
          {isFarAway(fields) && <Notice kind="warning">{t("farAway")}</Notice>}
        </div>
      )}
    </EditorDrawer>
  );
}
