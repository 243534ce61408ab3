"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useWalletStatusText, WalletStatus } from "@/components/wallet/wallet-status";
import { wallets as api } from "@/lib/areas/wallets/contract";
import { WALLET_STATUS } from "@/lib/ledger/core/types";
import { type ActProps, Reason } from "./act-parts";

/** Activates, suspends, blocks, closes or reopens a wallet, and says why. */
export function StatusForm({ wallet, onClose, onRead }: ActProps) {
  const t = useTranslations();
  const act = useRequest(api.setStatus, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: () => ({ statusId: null as number | null, reason: "" }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("wallets.desk.acts.saved"),
    onSaved: onClose,
  });
  const { statusId } = editor.fields;
  const present = editor.record;
  const textOf = useWalletStatusText();
  return (
    <EditorDrawer
      title={t("wallets.desk.acts.status")}
      submitLabel={t("wallets.desk.acts.status")}
      editor={editor}
      describe={(_, fields) => ({
        label: t("wallets.desk.acts.statusNext"),
        value: fields.statusId === null ? "" : textOf(fields.statusId),
      })}
      isReady={statusId !== null}
      onClose={onClose}
    >
      <p className="flex items-center justify-between gap-3">
        <span className="text-ink-soft">{t("wallets.desk.acts.statusNow")}</span>
        <WalletStatus statusId={present.statusId} />
      </p>
      <Select
        label={t("wallets.desk.acts.statusNext")}
        options={present.nextStatusIds.map((id) => ({ id, label: textOf(id) }))}
        {...editor.field("statusId")}
      />
      {statusId === WALLET_STATUS.closed && (
        <Notice kind="warning">{t("wallets.desk.acts.closeText")}</Notice>
      )}
      <Reason {...editor.field("reason")} />
    </EditorDrawer>
  );
}

/** Moves a wallet to another tier, and says why. */
export function SegmentForm({ wallet, settings, onClose, onRead }: ActProps) {
  const t = useTranslations("wallets.desk.acts");
  const nameOf = useNameOf();
  const act = useRequest(api.setSegment, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: ({ segmentId }) => ({ segmentId, reason: "" }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("saved"),
    onSaved: onClose,
  });
  const segments = settings.segments.map((named) => ({ id: named.id, label: nameOf(named) }));
  return (
    <EditorDrawer
      title={t("segment")}
      submitLabel={t("segment")}
      editor={editor}
      describe={(_, { segmentId }) => ({
        label: t("segmentNext"),
        value: segments.find(({ id }) => id === segmentId)?.label ?? "",
      })}
      isReady={editor.fields.segmentId !== editor.base.segmentId}
      onClose={onClose}
    >
      <Select
        label={t("segmentNext")}
        description={t("segmentText")}
        options={segments}
        {...editor.field("segmentId")}
      />
      <Reason {...editor.field("reason")} />
    </EditorDrawer>
  );
}
