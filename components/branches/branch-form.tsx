"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import type { MapPlace } from "@/components/kit/map/draw-map";
import { PlaceMap } from "@/components/kit/map/place-map";
import { fieldsFrom } from "@/components/kit/merge";
import { useEditor } from "@/components/kit/use-editor";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";
import { MapLink } from "./map-link";
import { isFarAway, type Place, parsePlace, placeOfLink, placeText } from "./place";

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
          isNeeded
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

/** A typed text that is no place yet: the request's schema refuses its coordinates. */
const NO_PLACE: Place = { latitude: Number.NaN, longitude: Number.NaN };

/** Asks about a place where hardly a branch is. The outline comes with the map. */
function useDoubt(place: MapPlace | null) {
  const { data = null } = useQuery({
    queryKey: ["branches", "doubt", place?.latitude, place?.longitude],
    queryFn: async () => place && (await import("@/components/kit/map/doubtful-place")).doubtOf(place),
    enabled: place !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return place && data;
}

/** Where a branch is: two numbers, a pasted link of a map, or a pin on a map; all three say the same place. */
function PlaceField({
  value: { latitude, longitude },
  name,
  onChange,
  errorMessage,
}: {
  value: Place;
  /** Of what is there. */
  name: string;
  onChange: (place: Place) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("branches");
  const [typed, setTyped] = useState("");
  // The text is the writer's own while it means the value; a value from elsewhere replaces it.
  const meant = parsePlace(typed) ?? NO_PLACE;
  const isMeant = Object.is(meant.latitude, latitude) && Object.is(meant.longitude, longitude);
  const isUnreadable = Number.isNaN(latitude) && (typed.includes(",") || errorMessage !== undefined);
  const isShortLink = Number.isNaN(latitude) && placeOfLink(typed) === "short";
  const isPlace = latitude !== null && longitude !== null && !Number.isNaN(latitude);
  const doubt = useDoubt(isPlace ? { latitude, longitude } : null);
  const change = (text: string) => {
    const linked = placeOfLink(text);
    const place = typeof linked === "object" ? linked : parsePlace(text);
    setTyped(typeof linked === "object" ? placeText(linked) : text);
    onChange(place ?? NO_PLACE);
  };
  return (
    <div className="grid gap-3">
      <TextField
        label={t("place")}
        description={t("placeHint")}
        value={isMeant ? typed : placeText({ latitude, longitude })}
        onChange={change}
        errorMessage={isShortLink ? t("placeShortLink") : isUnreadable ? t("placeInvalid") : errorMessage}
        placeholder="30.044420, 31.235712"
        autoComplete="off"
        isCode
      />
      {doubt && (
        <Notice kind="warning" isAnnounced>
          {t(`placeDoubt.${doubt}`)}
        </Notice>
      )}
      <PlaceMap
        label={t("placeMap")}
        pins={isPlace ? [{ id: 0, latitude, longitude, name, isMovable: true }] : []}
        onMove={(place) => {
          setTyped(placeText(place));
          onChange(place);
        }}
      />
    </div>
  );
}
