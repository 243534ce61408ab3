"use client";

import { Minus, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast-queue";
import { ActDrawer } from "@/components/wallets/desk/act-drawer";
import { type AdjustRequest, useAdjustPoints } from "@/components/wallets/desk/queries";
import { Reason } from "@/components/wallets/desk/standing-forms";
import type { ActProps } from "@/components/wallets/desk/wallet-act-dialog";

type Form = Omit<AdjustRequest, "walletCode" | "reference" | "points"> & {
  points: number | null | undefined;
};
const EMPTY: Form = { direction: "up", pocket: "spendable", points: null, reason: "" };

/** Corrects a wallet's points, or asks a second person to when they are many. */
export function AdjustForm({ wallet, settings, onClose }: ActProps) {
  const t = useTranslations("walletDesk.acts");
  const format = useFormatter();
  const { fieldTextOf } = useErrorText();
  const adjust = useAdjustPoints();
  const [form, setForm] = useState(EMPTY);
  const reference = useReference(form);
  const error = adjust.error && toPortalError(adjust.error);
  const set = (changes: Partial<Form>) => setForm((present) => ({ ...present, ...changes }));
  const { direction, pocket, points, reason } = form;
  const isAbove = typeof points === "number" && points > settings.approvalAbove;
  const before = pocket === "spendable" ? wallet.balance : wallet.suspended;
  const submit = () =>
    adjust.mutate(
      { walletCode: wallet.walletCode, direction, pocket, points: points ?? 0, reason, reference },
      {
        onSuccess: ({ kind, balance }) => {
          if (kind === "requested")
            toast({ kind: "info", title: t("requested"), detail: t("requestedDetail") });
          else
            toast({
              kind: "success",
              title: t("adjusted"),
              detail: t("adjustedDetail", { points: format.number(balance ?? 0) }),
            });
          onClose();
        },
      },
    );
  return (
    <ActDrawer
      title={t("adjust")}
      submitLabel={isAbove ? t("submitRequest") : t("submitAdjust")}
      isDirty={form !== EMPTY}
      isPending={adjust.isPending}
      error={adjust.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        label={t("direction")}
        options={[
          { id: "up", label: t("up"), icon: Plus },
          { id: "down", label: t("down"), icon: Minus },
        ]}
        value={direction}
        onChange={(chosen) => set({ direction: chosen })}
      />
      <RadioGroup
        label={t("pocket")}
        options={[
          { id: "spendable", label: t("spendable") },
          { id: "suspended", label: t("suspended") },
        ]}
        value={pocket}
        onChange={(chosen) => set({ pocket: chosen })}
      />
      <NumberField
        label={t("points")}
        value={points}
        onChange={(value) => set({ points: value })}
        errorMessage={fieldTextOf(error, "points")}
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
        <Notice kind="info">{t("aboveLimit", { above: format.number(settings.approvalAbove) })}</Notice>
      )}
      <Reason
        value={reason}
        onChange={(value) => set({ reason: value })}
        error={fieldTextOf(error, "reason")}
      />
    </ActDrawer>
  );
}

/** A reference that stays the same for the same form: a lost answer is asked for again, and nothing is done twice. */
function useReference(form: Form): string {
  const made = useRef<{ form: Form; reference: string } | null>(null);
  if (made.current?.form !== form) made.current = { form, reference: crypto.randomUUID() };
  return made.current.reference;
}
