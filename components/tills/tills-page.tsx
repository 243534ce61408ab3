"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeviceName } from "@/components/account/device-columns";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { merchants } from "@/lib/areas/merchants/contract";
import { tills as api } from "@/lib/areas/tills/contract";
import type { RegisteredTill, TillList } from "@/lib/areas/tills/schemas";
import { BranchTable } from "./branch-table";
import { EnrolSwitches } from "./enrol-switches";
import { MerchantSwitch, ProgrammeSwitch } from "./need-switch";
import { RegisterDialog } from "./register-dialog";
import { RenameDialog } from "./rename-dialog";

/** The devices on which cashiers may work: for supervisors and those who administer. */
export function TillsPage() {
  const t = useTranslations("tills");
  const query = useQuery(ask(api.list, {}, { refetchOnWindowFocus: true }));
  const { user } = useMe();
  const nameOf = useNameOf();
  const deviceOf = useDeviceName();
  const mayChange = may(user, merchants.change);
  const known = query.data;
  const list = useList({
    label: t("title"),
    query,
    rows: known?.tills,
    columns: [
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
    ],
    forms: {
      rename: (till, { close }) => <RenameDialog till={till} onClose={close} />,
      revoke: (till, { close }) => <RevokeDialog till={till} onClose={close} />,
    },
    dialogs: { new: ({ close }) => <RegisterDialog onClose={close} /> },
    rowActs: ({ name }) => [
      { label: t("rename"), name: t("renameTitle", { name }), form: "rename" },
      { label: t("revoke"), name: t("revokeNamed", { name }), form: "revoke" },
    ],
    empty: { none: [t("none"), t("noneText")] },
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
            {t("register")}
          </Button>
        }
      />
      {known && <Needs list={known} />}
      {list.records}
      {known && mayChange && <EnrolSwitches />}
    </>
  );
}

/** Where cashiers need a registered device, and the branches with theirs. */
function Needs({ list }: { list: TillList }) {
  const t = useTranslations("tills");
  const { user } = useMe();
  return (
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
