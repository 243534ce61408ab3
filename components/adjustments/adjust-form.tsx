"use client";

import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { REFERENCE_TAKEN, useIntentions } from "@/components/kit/reference";
import { useEditor } from "@/components/kit/use-editor";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { type ActProps, Reason } from "@/components/wallets/desk/act-parts";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import type { Adjusted } from "@/lib/areas/adjustments/schemas";
import { Deciders } from "./deciders";
import { useNames } from "./use-names";

/** Corrects a wallet's points, or asks a second person to when they are many. */
export function AdjustForm({ wallet, settings, onClose }: ActProps) {
  const t = useTranslations("wallets.desk.acts");
  const tell = useOutcome();
  const adjust = useRequest(api.adjust);
  const intention = useIntentions()(`adjust ${wallet.walletCode}`);
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
      send: async (body) => tell(await intention.attempt(() => adjust.send(body))),
    },
    onSaved: onClose,
  });
  const { field } = editor;
  const { direction, pocket, points } = editor.fields;
  const { data: bounds } = useQuery(ask(api.bounds));
  const alone = bounds?.days.adjustmentApprovalAbove.left ?? settings.approvalAbove;
  const isAbove = typeof points === "number" && points > alone;
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
        {...field("direction")}
      />
      <RadioGroup
        label={t("pocket")}
        options={(["spendable", "suspended"] as const).map((id) => ({ id, label: t(id) }))}
        {...field("pocket")}
      />
      <NumberField label={t("points")} {...field("points")} isLarge isRequired autoFocus />
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
          <Deciders deciders={settings.deciders} />
        </Notice>
      )}
      <Reason {...field("reason")} />
    </EditorDrawer>
  );
}

/** Says that the points were corrected, or who was asked to approve. */
function useOutcome(): (answer: Adjusted) => void {
  const t = useTranslations("wallets.desk.acts");
  const format = useFormatter();
  const namesOf = useNames();
  return ({ kind, balance, deciders }) => {
    if (kind !== "requested")
      return toast({
        kind: "success",
        title: t("adjusted"),
        detail: t("adjustedDetail", { points: format.number(balance ?? 0) }),
      });
    const isAnybody = deciders.length > 0;
    const able = deciders.filter(({ from }) => from === null);
    const [soonest] = deciders;
    const detail = () => {
      if (able.length > 0) return t("requestedDetail", { names: namesOf(able) });
      if (soonest?.from == null) return t("requestedOfNobody");
      const at = format.dateTime(new Date(soonest.from), {
        ...{ weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" },
      });
      return t("requestedFrom", { names: namesOf([soonest]), at });
    };
    toast({
      kind: isAnybody ? "info" : "problem",
      title: t("requested"),
      detail: detail(),
    });
  };
}
