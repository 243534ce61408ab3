"use client";

import { Minus, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { intentionOf, REFERENCE_TAKEN } from "@/components/kit/reference";
import { useEditor } from "@/components/kit/use-editor";
import { useNames } from "@/components/kit/use-names";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast-queue";
import { type ActProps, Reason } from "@/components/wallets/desk/act-parts";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import { Deciders } from "./deciders";

/** Corrects a wallet's points, or asks a second person to when they are many. */
export function AdjustForm({ wallet, settings, onClose }: ActProps) {
  const t = useTranslations("wallets.desk.acts");
  const format = useFormatter();
  const namesOf = useNames();
  const adjust = useRequest(api.adjust);
  const intention = intentionOf(`adjust ${wallet.walletCode}`);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({
      walletCode: wallet.walletCode,
      direction: "up" as "up" | "down",
      pocket: "spendable" as "spendable" | "suspended",
      points: null as number | null | undefined,
      reason: "",
    }),
    bodyOf: (fields) => ({ ...fields, reference: intention.reference }),
    create: {
      ...adjust,
      send: async (body) => {
        const { kind, balance, deciders } = await intention.attempt(() => adjust.send(body));
        if (kind === "requested" && deciders.length === 0)
          toast({ kind: "problem", title: t("requested"), detail: t("requestedOfNobody") });
        else if (kind === "requested")
          toast({
            kind: "info",
            title: t("requested"),
            detail: t("requestedDetail", { names: namesOf(deciders) }),
          });
        else
          toast({
            kind: "success",
            title: t("adjusted"),
            detail: t("adjustedDetail", { points: format.number(balance ?? 0) }),
          });
      },
    },
    onSaved: onClose,
  });
  const { direction, pocket, points, reason } = editor.fields;
  const isAbove = typeof points === "number" && points > settings.approvalAbove;
  const before = pocket === "spendable" ? wallet.balance : wallet.suspended;
  return (
    <EditorDrawer
      title={t("adjust")}
      submitLabel={isAbove ? t("submitRequest") : t("submitAdjust")}
      editor={editor}
      errorText={({ code }) => (code === REFERENCE_TAKEN ? t("adjustedBefore") : undefined)}
      onClose={onClose}
    >
      <RadioGroup
        label={t("direction")}
        options={[
          { id: "up", label: t("up"), icon: Plus },
          { id: "down", label: t("down"), icon: Minus },
        ]}
        value={direction}
        onChange={(chosen) => editor.change({ direction: chosen })}
      />
      <RadioGroup
        label={t("pocket")}
        options={[
          { id: "spendable", label: t("spendable") },
          { id: "suspended", label: t("suspended") },
        ]}
        value={pocket}
        onChange={(chosen) => editor.change({ pocket: chosen })}
      />
      <NumberField
        label={t("points")}
        value={points}
        onChange={(value) => editor.change({ points: value })}
        errorMessage={editor.errorAt("points")}
        isLarge
        isRequired
      />
      {typeof points === "number" && points > 0 && (
        <p className="flex items-baseline justify-between gap-3 rounded-xl bg-sunken px-4 py-3" role="status">
          <Points value={before} isBare />
          <span aria-hidden>→</span>
          <Points
            value={before + (direction === "up" ? points : -points)}
            className="font-semibold text-lg"
          />
        </p>
      )}
      {isAbove && (
        <Notice kind={settings.deciders.length > 0 ? "info" : "warning"}>
          <p>{t("aboveLimit", { above: format.number(settings.approvalAbove) })}</p>
          <Deciders deciders={settings.deciders} />
        </Notice>
      )}
      <Reason
        value={reason}
        onChange={(value) => editor.change({ reason: value })}
        errorMessage={editor.errorAt("reason")}
      />
    </EditorDrawer>
  );
}
