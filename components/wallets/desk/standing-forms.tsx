"use client";

import { useTranslations } from "next-intl";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useNameOf } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useWalletStatusText, WalletStatus } from "@/components/wallet/wallet-status";
import { wallets as api } from "@/lib/areas/wallets/contract";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { type ActProps, Reason, useActEditor } from "./act-parts";

/** Activates, suspends, blocks, closes or reopens a wallet, and says why. */
export function StatusForm(props: ActProps) {
  const t = useTranslations();
  const editor = useActEditor(props, api.setStatus, {
    fieldsOf: () => ({ statusId: null as number | null, reason: "" }),
    said: t("wallets.desk.acts.saved"),
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
      onClose={props.onClose}
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
export function SegmentForm(props: ActProps) {
  const { settings } = props;
  const t = useTranslations("wallets.desk.acts");
  const nameOf = useNameOf();
  const editor = useActEditor(props, api.setSegment, {
    fieldsOf: ({ segmentId }) => ({ segmentId, reason: "" }),
    said: t("saved"),
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
      onClose={props.onClose}
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
