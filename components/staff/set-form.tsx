"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffSet } from "@/lib/areas/staff/desk-schemas";
import { type AdminAction, isNeeded, isOfMerchants, isPermitted } from "@/lib/portal/acts/permissions";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { useRightsRows } from "./rights-rows";

/** A merchant's set of permissions: a name, the role that it begins with, and a box for each permission. */
export function SetForm({ set, onClose }: { set: StaffSet | null; onClose: () => void }) {
  const t = useTranslations("staff.rights");
  const tRoles = useTranslations("roles");
  const { merchant } = useMe();
  const create = useRequest(api.createSet);
  const update = useRequest(api.updateSet, { params: { setId: set?.id ?? 0 } });
  const editor = useEditor({
    record: set,
    fieldsOf: (read) => ({
      name: read?.name ?? "",
      role: read?.role ?? ("cashier" as Role),
      merchantId: read?.merchantId ?? merchant?.id ?? null,
      added: (read?.added ?? []) as AdminAction[],
      removed: (read?.removed ?? []) as AdminAction[],
    }),
    groups: [["added", "removed"]],
    create,
    change: {
      ...update,
      isWhole: true,
      read: async () => required((await send(api.sets, { query: {} })).sets.find(({ id }) => id === set?.id)),
    },
    said: t("saved"),
    onSaved: onClose,
  });
  const { fields, field } = editor;
  const { role, added, removed } = fields;
  return (
    <EditorDrawer
      title={t(set === null ? "newSet" : "editSet")}
      submitLabel={t("save")}
      editor={editor}
      describe={(name, values) => {
        if (name === "name") return { label: t("name"), value: values.name };
        return {
          label: t("permissions"),
          value: t("changed", { count: values.added.length + values.removed.length }),
        };
      }}
      onClose={onClose}
    >
      <TextField label={t("name")} {...field("name")} maxLength={60} />
      {set === null && (
        <Select<Role>
          label={t("begins")}
          options={ROLES.filter((one) => one !== "programme_operator").map((id) => ({
            id,
            label: tRoles(id),
          }))}
          value={role}
          onChange={(chosen) => editor.change({ role: chosen, added: [], removed: [] })}
          errorMessage={editor.errorAt("role")}
        />
      )}
      {set === null && (
        <MerchantChoice
          isNeeded
          value={fields.merchantId ?? undefined}
          onChange={(id) => editor.change({ merchantId: id ?? null })}
          errorMessage={editor.errorAt("merchantId")}
        />
      )}
      {set !== null && set.people > 0 && <Notice kind="info">{t("inUse", { count: set.people })}</Notice>}
      <PermissionBoxes rights={{ role, set: { name: "", added, removed } }} onChange={editor.change} />
    </EditorDrawer>
  );
}

/** A box for each permission that the maker may give: nobody gives what they lack. */
function PermissionBoxes({
  rights: { role, set },
  onChange,
}: {
  rights: { role: Role; set: { name: string; added: AdminAction[]; removed: AdminAction[] } };
  onChange: (changes: { added: AdminAction[]; removed: AdminAction[] }) => void;
}) {
  const t = useTranslations("staff.rights");
  const { user: me } = useMe();
  const toggle = (action: AdminAction, isChosen: boolean) => {
    const without = (actions: readonly AdminAction[]) => actions.filter((one) => one !== action);
    const isOfRole = isPermitted({ role }, action);
    onChange({
      added: isChosen && !isOfRole ? [...set.added, action] : without(set.added),
      removed: !isChosen && isOfRole ? [...set.removed, action] : without(set.removed),
    });
  };
  return useRightsRows().map(({ id, name, acts }) => {
    const given = acts.filter(({ action }) => isOfMerchants(action) && isPermitted(me, action));
    if (given.length === 0) return null;
    return (
      <fieldset key={id}>
        <legend className="mb-1 font-medium text-ink-soft text-sm">{name}</legend>
        <div className="grid sm:grid-cols-2">
          {given.map(({ action, name: act }) => (
            <Checkbox
              key={action}
              isSelected={isPermitted({ role, set }, action)}
              isDisabled={isNeeded({ role, set }, action)}
              onChange={(isChosen) => toggle(action, isChosen)}
            >
              {isNeeded({ role, set }, action) ? t("needed", { act }) : act}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    );
  });
}
