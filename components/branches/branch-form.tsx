"use client";

import { useTranslations } from "next-intl";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedBranch } from "@/lib/areas/branches/desk-schemas";
import { MapLink } from "./map-link";
import { readBranch, useChangeBranch, useCreateBranch } from "./mutations";
import { isFarAway, placeText } from "./place";
import { PlaceField } from "./place-field";

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
  const create = useCreateBranch();
  const change = useChangeBranch(branch?.id ?? 0);
  const editor = useEditor({
    record: branch,
    fieldsOf: (read) => ({
      merchantId: read?.merchantId ?? merchantId ?? null,
      nameEn: read?.nameEn ?? "",
      nameAr: read?.nameAr ?? "",
      msisdn: read?.msisdn ?? "",
      phone: read?.phone ?? "",
      addressEn: read?.addressEn ?? "",
      addressAr: read?.addressAr ?? "",
      latitude: read?.latitude ?? null,
      longitude: read?.longitude ?? null,
    }),
    groups: [["latitude", "longitude"]],
    create: {
      schema: async () => (await import("@/lib/areas/branches/schemas")).createBranchSchema,
      send: create.mutateAsync,
    },
    change: {
      schema: async () => (await import("@/lib/areas/branches/schemas")).branchChangesSchema,
      send: change.mutateAsync,
      read: () => readBranch(branch?.id ?? 0),
    },
    onSaved: () => {
      toast({ kind: "success", title: branch === null ? t("created") : t("saved") });
      onClose();
    },
  });
  const { fields, field } = editor;
  const text = (name: "nameEn" | "nameAr" | "msisdn" | "phone" | "addressEn" | "addressAr") => ({
    label: t(name),
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
      <TextField
        {...text("msisdn")}
        description={branch === null ? t("msisdnHint") : t("msisdnChangeHint")}
        inputMode="tel"
        isCode
      />
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
