"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { BranchBoxes } from "@/components/branches/branch-boxes";
import { ask, send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink, StaffSet } from "@/lib/areas/staff/desk-schemas";
import type { StaffMember } from "@/lib/areas/staff/record";
import { ROLES, type Role } from "@/lib/portal/acts/roles";

/** Stands for no set in the choice of sets. */
const NO_SET = 0;

interface FormProps {
  user: StaffMember | null;
  merchantId: number | undefined;
  onInvited: (issued: StaffLink) => void;
  onClose: () => void;
}

/** Form of an invitation, or of changes. */
export function StaffForm(props: FormProps) {
  const { user, onClose } = props;
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const { user: me } = useMe();
  const editor = useStaffEditor(props);
  const { fields, field } = editor;
  const isOperator = fields.role === "programme_operator";
  const sets = useSetsOf(fields.merchantId);
  const ofRole = sets.filter(({ role }) => role === fields.role);
  return (
    <EditorDrawer
      title={user === null ? t("inviteTitle") : t("editTitle")}
      submitLabel={user === null ? t("makeLink") : t("save")}
      editor={editor}
      describe={(name, { role, setId, branchIds, ...texts }) => {
        if (name === "setId")
          return { label: t("set"), value: sets.find(({ id }) => id === setId)?.name ?? t("noSet") };
        if (name === "name" || name === "nameAr" || name === "email")
          return { label: t(name), value: texts[name] };
        const branches = role === "cashier" ? ` · ${t("someBranches", { count: branchIds.length })}` : "";
        return { label: t("role"), value: `${tRoles(role)}${branches}` };
      }}
      onClose={onClose}
    >
      {user === null && <p className="text-ink-soft">{t("inviteLead")}</p>}
      <NameFields field={field} isNew={user === null} />
      <TextField label={t("email")} {...field("email")} inputMode="email" autoComplete="off" isCode />
      <RoleSelect
        {...field("role")}
        onChange={(role) => editor.change({ role, setId: null })}
        merchantId={user ? user.merchantId : undefined}
        isDisabled={user?.id === me.id}
      />
      {ofRole.length > 0 && (
        <Select<number>
          label={t("set")}
          options={[
            { id: NO_SET, label: t("noSet") },
            ...ofRole.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={fields.setId ?? NO_SET}
          onChange={(id) => editor.change({ setId: id === NO_SET ? null : id })}
          isDisabled={user?.id === me.id}
          errorMessage={editor.errorAt("setId")}
        />
      )}
      {user === null && !isOperator && (
        <MerchantChoice
          isNeeded
          value={fields.merchantId ?? undefined}
          onChange={(id) => editor.change({ merchantId: id ?? null, setId: null, branchIds: [] })}
          errorMessage={editor.errorAt("merchantId")}
        />
      )}
      {fields.role === "cashier" && fields.merchantId !== null && (
        <BranchBoxes isNeeded label={t("branches")} merchantId={fields.merchantId} {...field("branchIds")} />
      )}
      {fields.role !== "cashier" && !isOperator && <Notice kind="info">{t("allBranchesHint")}</Notice>}
    </EditorDrawer>
  );
}

function NameFields({ field, isNew }: { field: ReturnType<typeof useStaffEditor>["field"]; isNew: boolean }) {
  const t = useTranslations("staff");
  return (
    <>
      <TextField label={t("name")} {...field("name")} autoComplete="off" />
      <TextField
        label={t("nameAr")}
        description={t("nameArHint")}
        {...field("nameAr")}
        autoComplete="off"
        dir="auto"
      />
      {isNew && (
        <TextField
          label={t("username")}
          description={t("usernameHint")}
          {...field("username")}
          autoComplete="off"
          isCode
        />
      )}
    </>
  );
}

function useStaffEditor({ user, merchantId, onInvited, onClose }: FormProps) {
  const t = useTranslations("staff");
  const { branches } = useMe();
  // A merchant with one branch has nothing to choose.
  const open = branches.filter(({ isActive }) => isActive).map(({ id }) => id);
  const onlyBranch = open.length === 1 ? open : [];
  const params = { userId: user?.id ?? 0 };
  const invite = useRequest(api.invite);
  const update = useRequest(api.update, { params });
  return useEditor({
    record: user,
    fieldsOf: (read) => ({
      name: read?.name ?? "",
      nameAr: read?.nameAr ?? "",
      username: read?.username ?? "",
      email: read?.email ?? "",
      role: read?.role ?? ("cashier" as Role),
      setId: read?.set?.id ?? null,
      merchantId: read ? read.merchantId : (merchantId ?? null),
      branchIds: read?.branchIds ?? onlyBranch,
    }),
    bodyOf: (fields) => ({
      ...fields,
      merchantId: fields.role === "programme_operator" ? null : fields.merchantId,
      branchIds: fields.role === "cashier" ? fields.branchIds : [],
    }),
    groups: [["role", "setId", "branchIds"]],
    create: {
      ...invite,
      send: async (body) => onInvited(await invite.send(body)),
    },
    change: { ...update, read: () => send(api.read, { params }) },
    onSaved: () => {
      if (user === null) return;
      toast({ kind: "success", title: t("saved") });
      onClose();
    },
  });
}

/** A merchant's own sets of permissions; none for an operator. */
function useSetsOf(merchantId: number | null): readonly StaffSet[] {
  const query = useQuery({
    ...ask(api.sets, { query: { merchant: merchantId ?? undefined } }),
    enabled: merchantId !== null,
  });
  return (merchantId !== null && query.data?.sets) || [];
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
  /** Of a person who is there already: nobody moves between a merchant and the programme. */
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
