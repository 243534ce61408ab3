"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMe } from "@/components/account/queries";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { MerchantChoice } from "@/components/kit/merchant-choice";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ROLES, type Role } from "@/lib/areas/roles";
import type { StaffLink, StaffMember } from "@/lib/areas/staff/desk-schemas";
import { BranchBoxes } from "./branch-boxes";
import { readStaffMember, useInvite, useUpdateStaff } from "./queries";

interface Fields {
  name: string;
  username: string;
  email: string;
  role: Role;
  branchIds: readonly number[];
}

function fieldsOf(user: StaffMember | null): Fields {
  return {
    name: user?.name ?? "",
    username: user?.username ?? "",
    email: user?.email ?? "",
    role: user?.role ?? "cashier",
    branchIds: user?.branchIds ?? [],
  };
}

/** Somebody to be invited, or to be changed. */
export function StaffForm({
  user,
  merchantId: firstMerchantId,
  onInvited,
  onClose,
}: {
  user: StaffMember | null;
  merchantId: number | undefined;
  onInvited: (issued: StaffLink) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff");
  const { fieldTextOf } = useErrorText();
  const { user: me } = useMe();
  const [base, setBase] = useState(user);
  const [fields, setFields] = useState(() => fieldsOf(user));
  const [merchantId, setMerchantId] = useState(user ? user.merchantId : (firstMerchantId ?? null));
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const invite = useInvite();
  const update = useUpdateStaff();
  const change = user === null ? invite : update;
  const error = change.error && toPortalError(change.error);
  const set = (changes: Partial<Fields>) => setFields((present) => ({ ...present, ...changes }));
  const isOperator = fields.role === "programme_operator";
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(user));
  const describe = useDescription();

  const showForeign = async (userId: number) => {
    const now = await readStaffMember(userId);
    if (base) setForeign(describe(fieldsOf(base), fieldsOf(now)));
    setBase(now);
  };
  const submit = () => {
    setForeign(null);
    const branchIds = fields.role === "cashier" ? fields.branchIds : [];
    if (base === null)
      return invite.mutate(
        { ...fields, branchIds, merchantId: isOperator ? null : merchantId },
        { onSuccess: onInvited },
      );
    const { username: _, ...changes } = fields;
    update.mutate(
      { userId: base.id, version: base.version, ...changes, branchIds },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("saved") });
          onClose();
        },
        onError: (thrown) => {
          if (toPortalError(thrown).code === "conflict") void showForeign(base.id);
        },
      },
    );
  };
  return (
    <FormDrawer
      title={user === null ? t("inviteTitle") : t("editTitle")}
      submitLabel={user === null ? t("makeLink") : t("save")}
      isDirty={isDirty}
      isPending={change.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      {user === null && <p className="text-ink-soft">{t("inviteLead")}</p>}
      <TextField
        label={t("name")}
        value={fields.name}
        onChange={(name) => set({ name })}
        errorMessage={fieldTextOf(error, "name")}
        autoComplete="off"
      />
      {user === null && (
        <TextField
          label={t("username")}
          description={t("usernameHint")}
          value={fields.username}
          onChange={(username) => set({ username })}
          errorMessage={fieldTextOf(error, "username")}
          autoComplete="off"
          isCode
        />
      )}
      <TextField
        label={t("email")}
        value={fields.email}
        onChange={(email) => set({ email })}
        errorMessage={fieldTextOf(error, "email")}
        inputMode="email"
        autoComplete="off"
        isCode
      />
      <RoleSelect
        value={fields.role}
        onChange={(role) => set({ role })}
        merchantId={user ? user.merchantId : undefined}
        isDisabled={user?.id === me.id}
        errorMessage={fieldTextOf(error, "role")}
      />
      {user === null && !isOperator && (
        <MerchantChoice
          value={merchantId ?? undefined}
          onChange={(id) => {
            setMerchantId(id ?? null);
            set({ branchIds: [] });
          }}
          errorMessage={fieldTextOf(error, "merchantId")}
        />
      )}
      {fields.role === "cashier" && merchantId !== null && (
        <BranchBoxes
          merchantId={merchantId}
          value={fields.branchIds}
          onChange={(branchIds) => set({ branchIds })}
          errorMessage={fieldTextOf(error, "branchIds")}
        />
      )}
      {fields.role !== "cashier" && !isOperator && <Notice kind="info">{t("allBranchesHint")}</Notice>}
    </FormDrawer>
  );
}

function useDescription() {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  return (read: Fields, there: Fields): ForeignChange[] => [
    ...(read.name === there.name ? [] : [{ label: t("name"), value: there.name }]),
    ...(read.email === there.email ? [] : [{ label: t("email"), value: there.email }]),
    ...(read.role === there.role ? [] : [{ label: t("role"), value: tRoles(there.role) }]),
    ...(String(read.branchIds) === String(there.branchIds)
      ? []
      : [{ label: t("branches"), value: t("someBranches", { count: there.branchIds.length }) }]),
  ];
}

function RoleSelect({
  value,
  onChange,
  merchantId,
  isDisabled,
  errorMessage,
}: {
  value: Role;
  onChange: (role: Role) => void;
  /** Of somebody who is there already: nobody moves between a merchant and the programme. */
  merchantId: number | null | undefined;
  isDisabled: boolean;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const { merchant } = useMe();
  const isPossible = (role: Role) => {
    const isOperator = role === "programme_operator";
    if (merchantId !== undefined) return isOperator === (merchantId === null);
    return !isOperator || merchant === null;
  };
  return (
    <Select<Role>
      label={t("role")}
      description={isDisabled ? t("ownRole") : t(`roleHint.${value}`)}
      options={ROLES.filter(isPossible).map((id) => ({ id, label: tRoles(id) }))}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      errorMessage={errorMessage}
    />
  );
}
