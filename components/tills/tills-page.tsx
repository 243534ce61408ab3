"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDeviceName } from "@/components/account/device-columns";
import { ActConfirm } from "@/components/kit/acts";
import { ask, useSend } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { may } from "@/components/kit/may";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { Table } from "@/components/ui/table";
import { merchants } from "@/lib/areas/merchants/contract";
import { tills as api } from "@/lib/areas/tills/contract";
import type { RegisteredTill, TillList } from "@/lib/areas/tills/schemas";

const EnrolSwitches = lazyPart(async () => (await import("./enrol-switches")).EnrolSwitches);
const RegisterDialog = lazyPart(async () => (await import("./register-dialog")).RegisterDialog);

/** The devices on which cashiers may work: for supervisors and those who administer. */
export function TillsPage() {
  const t = useTranslations("tills");
  const query = useQuery({ ...ask(api.list), refetchOnWindowFocus: true });
  const { user } = useMe();
  const [isRegistering, setRegistering] = useState(false);
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
            {may(user, api.setPolicy) ? (
              <PolicyCard list={list} />
            ) : (
              !list.isNeeded && (
                <Notice kind="info" className="mb-5">
                  {t("notNeeded")}
                </Notice>
              )
            )}
            {may(user, merchants.change) && <EnrolSwitches />}
            {list.tills.length === 0 ? (
              <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
            ) : (
              <TillTable tills={list.tills} onRevoke={setRevoked} />
            )}
          </>
        )}
      </QueryState>
      {isRegistering && <RegisterDialog onClose={() => setRegistering(false)} />}
      {revoked && <RevokeDialog till={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function PolicyCard({ list: { isNeeded, version } }: { list: TillList }) {
  const t = useTranslations("tills");
  const change = useSend(api.setPolicy);
  return (
    <Card className="mb-5">
      <Switch
        isSelected={isNeeded}
        isDisabled={change.isPending}
        onChange={(isNeeded) => change.mutate({ body: { isNeeded, version } })}
      >
        {t("policy")}
      </Switch>
      <p className="mt-1 text-ink-soft text-sm">{t("policyHint")}</p>
      <Refusal className="mt-3" error={change.error && toPortalError(change.error)} />
    </Card>
  );
}

function TillTable({
  tills,
  onRevoke,
}: {
  tills: readonly RegisteredTill[];
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
        actionsLabel={t("revoke")}
        rowActions={(till) => (
          <Button
            size="small"
            variant="quiet"
            aria-label={t("revokeNamed", { name: till.name })}
            onPress={() => onRevoke(till)}
          >
            {t("revoke")}
          </Button>
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
