"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { EditorDrawer } from "@/components/kit/editor-form";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { useAmounts } from "@/components/wallet/use-amounts";
import { WalletField } from "@/components/wallet/wallet-field";
import { type ActProps, Reason, useActEditor } from "@/components/wallets/desk/act-parts";
import { families as api } from "@/lib/areas/wallets/contract";
import { FAMILY_ROLES, type FamilyRole, WALLET_TYPES, type WalletType } from "@/lib/ledger/rules/types";

/** Makes the wallet a member of another one's family. */
export function JoinFamilyForm(props: ActProps) {
  const { wallet } = props;
  const t = useTranslations("families");
  const amounts = useAmounts();
  const editor = useActEditor(props, api.joinFamily, {
    fieldsOf: () => ({
      parentWalletCode: "",
      role: "pooled" as FamilyRole,
      allowance: null as number | null | undefined,
      reason: "",
    }),
    bodyOf: (fields) => ({ ...fields, allowance: fields.role === "pooled" ? fields.allowance : null }),
    said: t("form.joined"),
  });
  const { role } = editor.fields;
  return (
    <EditorDrawer
      title={t("form.join")}
      submitLabel={t("form.join")}
      editor={editor}
      describe={(_, { parentWalletCode }) => ({ label: t("form.parent"), value: parentWalletCode })}
      isReady={editor.fields.parentWalletCode.trim() !== ""}
      onClose={props.onClose}
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
export function AllowanceForm(props: ActProps) {
  const t = useTranslations("families.form");
  const editor = useActEditor(props, api.setAllowance, {
    fieldsOf: ({ family }) => ({
      allowance: (family?.allowance?.points ?? null) as number | null | undefined,
    }),
    said: t("allowanceSaved"),
  });
  return (
    <EditorDrawer
      title={t("setAllowance")}
      submitLabel={t("setAllowance")}
      editor={editor}
      describe={(_, { allowance }) => ({ label: t("allowance"), value: String(allowance ?? "") })}
      onClose={props.onClose}
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

export function WalletTypeForm(props: ActProps) {
  const t = useTranslations("families");
  const editor = useActEditor(props, api.setType, {
    fieldsOf: ({ walletType }) => ({ walletType: (walletType ?? ORDINARY) as WalletType | typeof ORDINARY }),
    bodyOf: ({ walletType }) => ({ walletType: walletType === ORDINARY ? null : walletType }),
    said: t("form.setType"),
  });
  return (
    <EditorDrawer
      title={t("form.setType")}
      submitLabel={t("form.setType")}
      editor={editor}
      describe={(_, { walletType }) => ({ label: t("type.label"), value: t(`type.${walletType}`) })}
      isReady={editor.fields.walletType !== editor.base.walletType}
      onClose={props.onClose}
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
export function EraseForm(props: ActProps) {
  const t = useTranslations("families.form");
  const editor = useActEditor(props, api.erase, {
    fieldsOf: () => ({ reason: "" }),
    said: t("erased"),
  });
  return (
    <EditorDrawer
      title={t("erase")}
      submitLabel={t("erase")}
      editor={editor}
      describe={(_, { reason }) => ({ label: t("erase"), value: reason })}
      isReady={editor.fields.reason.trim() !== ""}
      onClose={props.onClose}
    >
      <Notice kind="warning">{t("eraseText")}</Notice>
      <Reason {...editor.field("reason")} />
    </EditorDrawer>
  );
}
