"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDeviceName } from "@/components/account/device-columns";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { merchants } from "@/lib/areas/merchants/contract";
import { tills as api } from "@/lib/areas/tills/contract";
import type { RegisteredTill, TillList } from "@/lib/areas/tills/schemas";
import { BranchTable } from "./branch-table";
import { MerchantSwitch, ProgrammeSwitch } from "./need-switch";

const EnrolSwitches = lazyPart(async () => (await import("./enrol-switches")).EnrolSwitches);
const RenameDialog = lazyPart(async () => (await import("./rename-dialog")).RenameDialog);
const RegisterDialog = lazyPart(async () => (await import("./register-dialog")).RegisterDialog);

/** The devices on which cashiers may work: for supervisors and those who administer. */
export function TillsPage() {
  const t = useTranslations("tills");
  const query = useQuery({ ...ask(api.list), refetchOnWindowFocus: true });
  const { user } = useMe();
  const [isRegistering, setRegistering] = useState(false);
  const [renamed, setRenamed] = useState<RegisteredTill | null>(null);
  const [revoked, setRevoked] = useState<RegisteredTill | null>(null);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setRegistering(true)}>
            {t("register")}
          </Button>
        }
      />
      <QueryState query={query} loading={<Skeleton className="h-48" />}>
        {(list) => (
          <>
            {may(user, merchants.change) ? (
              <PolicyCard list={list} />
            ) : (
              !isNeededAnywhere(list) && (
                <Notice kind="info" className="mb-5">
                  {t("notNeeded")}
                </Notice>
              )
            )}
            {list.branches.length > 0 && <BranchTable list={list} />}
            {list.tills.length === 0 ? (
              <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
            ) : (
              <TillTable tills={list.tills} onRename={setRenamed} onRevoke={setRevoked} />
            )}
            {may(user, merchants.change) && <EnrolSwitches />}
          </>
        )}
      </QueryState>
      {isRegistering && <RegisterDialog onClose={() => setRegistering(false)} />}
      {renamed && <RenameDialog till={renamed} onClose={() => setRenamed(null)} />}
      {revoked && <RevokeDialog till={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

const isNeededAnywhere = ({ isNeeded, merchants, branches }: TillList) =>
  isNeeded || [...merchants, ...branches].some((one) => one.isNeeded);

/** Where cashiers need a registered device: everywhere, or by merchant. The table of branches has the rest. */
function PolicyCard({ list }: { list: TillList }) {
  const t = useTranslations("tills");
  const { user } = useMe();
  const { merchants, branches } = list;
  return (
    <Card className="mb-5">
      <div className="grid gap-2">
        {may(user, api.setPolicy) && <ProgrammeSwitch list={list} />}
        {!list.isNeeded &&
          merchants.map((merchant) => (
            <MerchantSwitch
              key={merchant.id}
              {...{ merchant, branches }}
              isOnly={!may(user, api.setPolicy) && merchants.length === 1}
            />
          ))}
        {list.isNeeded && !may(user, api.setPolicy) && <p>{t("byProgramme")}</p>}
      </div>
      <p className="mt-1 text-ink-soft text-sm">{t("policyHint")}</p>
    </Card>
  );
}

function TillTable({
  tills,
  onRename,
  onRevoke,
}: {
  tills: readonly RegisteredTill[];
  onRename: (till: RegisteredTill) => void;
  onRevoke: (till: RegisteredTill) => void;
}) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  const deviceOf = useDeviceName();
  return (
    <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
      <Table
        label={t("title")}
        rows={tills}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "name",
            header: t("name"),
            cell: (till) => (
              <span>
                <bdi className="block font-medium">{till.name}</bdi>
                <span className="block text-ink-soft text-sm">{deviceOf(till)}</span>
              </span>
            ),
          },
          { id: "branch", header: t("branch"), cell: ({ branch }) => <bdi>{nameOf(branch)}</bdi> },
          {
            id: "registered",
            header: t("registered"),
            cell: ({ registeredAt, registeredBy }) => <When at={registeredAt} by={registeredBy} />,
          },
          {
            id: "lastUsed",
            header: t("lastUsed"),
            cell: ({ lastUsedAt, lastUsedBy }) =>
              lastUsedAt === null ? t("never") : <When at={lastUsedAt} by={lastUsedBy ?? ""} />,
          },
        ]}
        actionsLabel={t("actions")}
        rowActions={(till) => (
          <>
            <Button
              size="small"
              variant="quiet"
              aria-label={t("renameTitle", { name: till.name })}
              onPress={() => onRename(till)}
            >
              {t("rename")}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={t("revokeNamed", { name: till.name })}
              onPress={() => onRevoke(till)}
            >
              {t("revoke")}
            </Button>
          </>
        )}
      />
    </div>
  );
}

function When({ at, by }: { at: string; by: string }) {
  return (
    <span>
      <DateTime value={at} />
      <bdi className="block text-ink-soft text-sm">{by}</bdi>
    </span>
  );
}

function RevokeDialog({ till, onClose }: { till: RegisteredTill; onClose: () => void }) {
  const t = useTranslations("tills");
  return (
    <ActConfirm
      title={t("revokeTitle", { name: till.name })}
      confirmLabel={t("revoke")}
      isDangerous
      act={api.revoke}
      asked={{ params: { tillId: till.id } }}
      onClose={onClose}
    >
      {t("revokeText")}
    </ActConfirm>
  );
}
