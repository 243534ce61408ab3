"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { WalletStatus } from "@/components/till/wallet-status";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ActDrawer } from "./act-drawer";
import { useSetWalletSegment, useSetWalletStatus } from "./queries";
import type { ActProps } from "./wallet-act-dialog";

const STATUS_NAMES = ["active", "pending", "suspended", "blocked", "closed", "merged"] as const;
const CLOSED = 5;

/** What every act about a wallet's standing does when it has been done, or has met another one. */
function useOutcome({ onClose, onRefresh }: Pick<ActProps, "onClose" | "onRefresh">) {
  const t = useTranslations("walletDesk.acts");
  return {
    onSuccess: () => {
      toast({ kind: "success", title: t("saved") });
      onClose();
    },
    onError: (refused: Error) => {
      if (toPortalError(refused).code === "conflict") onRefresh();
    },
  };
}

/** Activates, suspends, blocks, closes or reopens a wallet, and says why. */
export function StatusForm({ wallet, onClose, onRefresh }: ActProps) {
  const t = useTranslations();
  const { fieldTextOf } = useErrorText();
  const act = useSetWalletStatus(wallet.id);
  const outcome = useOutcome({ onClose, onRefresh });
  const [statusId, setStatusId] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const error = act.error && toPortalError(act.error);
  return (
    <ActDrawer
      title={t("walletDesk.acts.status")}
      submitLabel={t("walletDesk.acts.status")}
      isDirty={statusId !== null || reason !== ""}
      isReady={statusId !== null}
      isPending={act.isPending}
      error={act.error}
      onClose={onClose}
      onSubmit={() => statusId !== null && act.mutate({ version: wallet.version, statusId, reason }, outcome)}
    >
      <p className="flex items-center justify-between gap-3">
        <span className="text-ink-soft">{t("walletDesk.acts.statusNow")}</span>
        <WalletStatus statusId={wallet.statusId} />
      </p>
      <Select
        label={t("walletDesk.acts.statusNext")}
        options={wallet.nextStatusIds.map((id) => ({
          id,
          label: t(`till.wallet.status.${STATUS_NAMES[id - 1] ?? "active"}`),
        }))}
        value={statusId}
        onChange={setStatusId}
        errorMessage={fieldTextOf(error, "statusId")}
      />
      {statusId === CLOSED && <Notice kind="warning">{t("walletDesk.acts.closeText")}</Notice>}
      <Reason value={reason} onChange={setReason} error={fieldTextOf(error, "reason")} />
    </ActDrawer>
  );
}

/** Moves a wallet to another tier, and says why. */
export function SegmentForm({ wallet, settings, onClose, onRefresh }: ActProps) {
  const t = useTranslations("walletDesk.acts");
  const inLanguage = useInLanguage();
  const { fieldTextOf } = useErrorText();
  const act = useSetWalletSegment(wallet.id);
  const outcome = useOutcome({ onClose, onRefresh });
  const [segmentId, setSegmentId] = useState(wallet.segmentId);
  const [reason, setReason] = useState("");
  const error = act.error && toPortalError(act.error);
  const isChanged = segmentId !== wallet.segmentId;
  return (
    <ActDrawer
      title={t("segment")}
      submitLabel={t("segment")}
      isDirty={isChanged || reason !== ""}
      isReady={isChanged}
      isPending={act.isPending}
      error={act.error}
      onClose={onClose}
      onSubmit={() => act.mutate({ version: wallet.version, segmentId, reason }, outcome)}
    >
      <Select
        label={t("segmentNext")}
        description={t("segmentText")}
        options={settings.segments.map(({ id, nameEn, nameAr }) => ({
          id,
          label: inLanguage({ en: nameEn, ar: nameAr }),
        }))}
        value={segmentId}
        onChange={setSegmentId}
        errorMessage={fieldTextOf(error, "segmentId")}
      />
      <Reason value={reason} onChange={setReason} error={fieldTextOf(error, "reason")} />
    </ActDrawer>
  );
}

/** Why something is done; kept with it for ever. */
export function Reason({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const t = useTranslations("walletDesk.acts");
  return (
    <TextField
      label={t("reason")}
      description={t("reasonHint")}
      value={value}
      onChange={onChange}
      errorMessage={error}
      maxLength={250}
      isRequired
      autoComplete="off"
    />
  );
}
