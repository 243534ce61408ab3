"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { useAmounts } from "@/components/wallet/use-amounts";
import { WalletField } from "@/components/wallet/wallet-field";
import { type ActProps, Reason } from "@/components/wallets/desk/act-parts";
import { families as api } from "@/lib/areas/wallets/family-contract";
import { FAMILY_ROLES, type FamilyRole, WALLET_TYPES, type WalletType } from "@/lib/ledger/core/types";

/** Makes the wallet a member of another one's family. */
export function JoinFamilyForm({ wallet, onClose, onRead }: ActProps) {
  const t = useTranslations("families");
  const amounts = useAmounts();
  const act = useRequest(api.joinFamily, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: () => ({
      parentWalletCode: "",
      role: "pooled" as FamilyRole,
      allowance: null as number | null | undefined,
      reason: "",
    }),
    bodyOf: (fields) => ({ ...fields, allowance: fields.role === "pooled" ? fields.allowance : null }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("form.joined"),
    onSaved: onClose,
  });
  const { role } = editor.fields;
  return (
    <EditorDrawer
      title={t("form.join")}
      submitLabel={t("form.join")}
      editor={editor}
      describe={(_, { parentWalletCode }) => ({ label: t("form.parent"), value: parentWalletCode })}
      isReady={editor.fields.parentWalletCode.trim() !== ""}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("form.joinText")}</p>
      <WalletField label={t("form.parent")} {...editor.field("parentWalletCode")} />
      <Select
        label={t("form.role")}
        description={t(`lead.${role}`)}
        options={FAMILY_ROLES.map((id) => ({ id, label: t(`role.${id}`) }))}
        {...editor.field("role")}
      />
      {role === "pooled" && (
        <NumberField
          label={t("form.allowance")}
          description={t("form.allowanceHint")}
          {...editor.field("allowance")}
        />
      )}
      {role !== "own" && wallet.balance > 0 && (
        <Notice kind="warning">{t("form.ownPoints", { points: amounts.points(wallet.balance) })}</Notice>
      )}
      <Reason {...editor.field("reason")} />
    </EditorDrawer>
  );
}

/** Points that a pooled member may spend in a month. */
export function AllowanceForm({ wallet, onClose, onRead }: ActProps) {
  const t = useTranslations("families.form");
  const act = useRequest(api.setAllowance, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: ({ family }) => ({
      allowance: (family?.allowance?.points ?? null) as number | null | undefined,
    }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("allowanceSaved"),
    onSaved: onClose,
  });
  return (
    <EditorDrawer
      title={t("setAllowance")}
      submitLabel={t("setAllowance")}
      editor={editor}
      describe={(_, { allowance }) => ({ label: t("allowance"), value: String(allowance ?? "") })}
      onClose={onClose}
    >
      <NumberField label={t("allowance")} description={t("allowanceHint")} {...editor.field("allowance")} />
    </EditorDrawer>
  );
}

export function LeaveFamilyAct({ wallet, onClose }: ActProps) {
  const t = useTranslations("families.form");
  return (
    <ActConfirm
      title={t("leave")}
      confirmLabel={t("leave")}
      isDangerous
      act={api.leaveFamily}
      asked={{ params: { walletId: wallet.id } }}
      said={t("left")}
      onClose={onClose}
    >
      <p>{t("leaveText")}</p>
    </ActConfirm>
  );
}

const ORDINARY = "none" as const;

export function WalletTypeForm({ wallet, onClose, onRead }: ActProps) {
  const t = useTranslations("families");
  const act = useRequest(api.setType, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: ({ walletType }) => ({ walletType: (walletType ?? ORDINARY) as WalletType | typeof ORDINARY }),
    bodyOf: ({ walletType }) => ({ walletType: walletType === ORDINARY ? null : walletType }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("form.setType"),
    onSaved: onClose,
  });
  return (
    <EditorDrawer
      title={t("form.setType")}
      submitLabel={t("form.setType")}
      editor={editor}
      describe={(_, { walletType }) => ({ label: t("type.label"), value: t(`type.${walletType}`) })}
      isReady={editor.fields.walletType !== editor.base.walletType}
      onClose={onClose}
    >
      <Select
        label={t("type.label")}
        description={t("form.typeText")}
        options={[ORDINARY, ...WALLET_TYPES].map((id) => ({ id, label: t(`type.${id}`) }))}
        {...editor.field("walletType")}
      />
    </EditorDrawer>
  );
}

/** Erases what is known of the customer of a closed wallet. */
export function EraseForm({ wallet, onClose, onRead }: ActProps) {
  const t = useTranslations("families.form");
  const act = useRequest(api.erase, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf: () => ({ reason: "" }),
    change: { ...act, isWhole: true, read: onRead },
    said: t("erased"),
    onSaved: onClose,
  });
  return (
    <EditorDrawer
      title={t("erase")}
      submitLabel={t("erase")}
      editor={editor}
      describe={(_, { reason }) => ({ label: t("erase"), value: reason })}
      isReady={editor.fields.reason.trim() !== ""}
      onClose={onClose}
    >
      <Notice kind="warning">{t("eraseText")}</Notice>
      <Reason {...editor.field("reason")} />
    </EditorDrawer>
  );
}
