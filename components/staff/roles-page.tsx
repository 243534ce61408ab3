"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { useMerchantColumn } from "@/components/lists/merchant-choice";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { type Column, Table } from "@/components/ui/table";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffSet } from "@/lib/areas/staff/desk-schemas";
import { isPermitted, type Rights } from "@/lib/portal/acts/permissions";
import { ROLES } from "@/lib/portal/acts/roles";
import { type RightsRow, useRightsRows } from "./rights-rows";
import { SetForm } from "./set-form";

/** Rights of each role, and of the merchant's sets beside them, drawn from the table that the server asks. */
export function RolesPage() {
  const t = useTranslations("staff.rights");
  const tRoles = useTranslations("roles");
  const { user, merchant } = useMe();
  const rows = useRightsRows();
  const query = useQuery(ask(api.sets, { query: {} }));
  const sets = query.data?.sets ?? [];
  const list = useSetList(query);
  const columnOf = (id: string, header: string, rights: Rights): Column<RightsRow> => ({
    id,
    header,
    cell: (row) => <Right row={row} rights={rights} />,
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <LinkButton href="/manage/staff">{t("back")}</LinkButton>
            {may(user, api.createSet) && (
              <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
                {t("newSet")}
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {sets.length > 0 ? list.records : list.form}
        <Card title={t("table")}>
          <Table<RightsRow>
            label={t("table")}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { id: "subject", header: t("subject"), cell: ({ name }) => name },
              // Merchants give no rights of operators.
              ...ROLES.filter((role) => merchant === null || role !== "programme_operator").map((role) =>
                columnOf(role, tRoles(role), { role }),
              ),
              // An operator sees the sets of many merchants, too many for columns.
              ...(merchant === null
                ? []
                : sets.map((set) => columnOf(`set-${set.id}`, set.name, { role: set.role, set }))),
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function useSetList(query: UseQueryResult<{ sets: StaffSet[] }, PortalError>) {
  const t = useTranslations("staff.rights");
  const tRoles = useTranslations("roles");
  const { user, merchant } = useMe();
  return useList({
    card: { title: t("sets") },
    label: t("sets"),
    query,
    rows: query.data?.sets,
    columns: [
      { id: "name", header: t("name"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
      { id: "role", header: t("begins"), cell: ({ role }) => tRoles(role) },
      ...useMerchantColumn<StaffSet>(merchant === null && (query.data?.sets.length ?? 0) > 0),
      { id: "people", header: t("people"), cell: ({ people }) => t("peopleCount", { count: people }) },
    ],
    forms: {
      edit: (set, { close }) => <SetForm set={set} onClose={close} />,
      delete: (set, { close }) => <DeleteSet set={set} onClose={close} />,
    },
    dialogs: { new: ({ close }) => <SetForm set={null} onClose={close} /> },
    rowActs: ({ name, people }) => [
      may(user, api.updateSet) && { label: t("edit", { name }), icon: Pencil, form: "edit" },
      may(user, api.deleteSet) &&
        people === 0 && { label: t("delete", { name }), icon: Trash2, form: "delete" },
    ],
  });
}

function DeleteSet({ set, onClose }: { set: StaffSet; onClose: () => void }) {
  const t = useTranslations("staff.rights");
  return (
    <ActConfirm
      title={t("deleteTitle", { name: set.name })}
      confirmLabel={t("doDelete")}
      isDangerous
      act={api.deleteSet}
      asked={{ params: { setId: set.id } }}
      said={t("deleted")}
      onClose={onClose}
    >
      <p>{t("deleteText")}</p>
    </ActConfirm>
  );
}

/** Everything, the acts by name, reading alone, or nothing. */
function Right({ row: { acts }, rights }: { row: RightsRow; rights: Rights }): ReactNode {
  const t = useTranslations("staff.rights");
  const own = acts.filter(({ action }) => isPermitted(rights, action));
  if (own.length === 0) return <span className="text-ink-faint">{t("nothing")}</span>;
  if (own.every(({ isRead }) => isRead)) return <Badge tone="accent">{t("reads")}</Badge>;
  if (own.length === acts.length) return <Badge tone="success">{t("all")}</Badge>;
  const names = own.filter(({ isRead }) => !isRead).map(({ name }) => name);
  return <span className="text-sm">{[...new Set(names)].join(t("comma"))}</span>;
}
