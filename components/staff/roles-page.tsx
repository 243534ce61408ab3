"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useActWords } from "@/components/audit/act-words";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import { reports } from "@/lib/areas/reports/contract";
import { type AdminAction, PERMISSIONS } from "@/lib/portal/acts/permissions";
import { ROLES, type Role } from "@/lib/portal/acts/roles";

interface Row {
  id: string;
  name: string;
  acts: readonly { name: string; isRead: boolean; roles: readonly Role[] }[];
}

/** Rights of each role, drawn from the table that the server asks. */
export function RolesPage() {
  const t = useTranslations("staff.rights");
  const tRoles = useTranslations("roles");
  const rows = useRights();
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={<LinkButton href="/manage/staff">{t("back")}</LinkButton>}
      />
      <Card title={t("table")}>
        <Table<Row>
          label={t("table")}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { id: "subject", header: t("subject"), cell: ({ name }) => name },
            ...ROLES.map(
              (role): Column<Row> => ({
                id: role,
                header: tRoles(role),
                cell: (row) => <Right row={row} role={role} />,
              }),
            ),
          ]}
        />
      </Card>
    </>
  );
}

/** Everything, the acts by name, reading alone, or nothing. */
function Right({ row: { acts }, role }: { row: Row; role: Role }): ReactNode {
  const t = useTranslations("staff.rights");
  const own = acts.filter(({ roles }) => roles.includes(role));
  if (own.length === 0) return <span className="text-ink-faint">{t("nothing")}</span>;
  if (own.every(({ isRead }) => isRead)) return <Status tone="accent">{t("reads")}</Status>;
  if (own.length === acts.length) return <Status tone="success">{t("all")}</Status>;
  const names = own.filter(({ isRead }) => !isRead).map(({ name }) => name);
  return <span className="text-sm">{[...new Set(names)].join(t("comma"))}</span>;
}

function useRights(): Row[] {
  const t = useTranslations("staff.rights");
  const words = useActWords();
  const rows = new Map<string, Row["acts"][number][]>();
  for (const [action, roles] of Object.entries(PERMISSIONS) as [AdminAction, readonly Role[]][]) {
    const [subject = action, verb] = action.split(".");
    rows.set(subject, [
      ...(rows.get(subject) ?? []),
      { name: words.verb(action), isRead: verb === "read", roles },
    ]);
  }
  const reading = (id: "reports" | "owed", roles: readonly Role[]): Row => ({
    id,
    name: t(id),
    acts: [{ name: t("reads"), isRead: true, roles }],
  });
  return [
    reading("reports", reports.activity.may),
    reading("owed", reports.outstanding.may),
    ...[...rows].map(([id, acts]) => ({ id, name: words.subject(id), acts })),
  ];
}
