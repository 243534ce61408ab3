"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LogOut, UserPlus, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActivitySelect } from "@/components/kit/activity-select";
import { askPages } from "@/components/kit/contract";
import { ManyBar } from "@/components/kit/many-bar";
import { PagedTable } from "@/components/kit/paged-list";
import { SearchField } from "@/components/kit/search-field";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { useSelection } from "@/components/kit/use-selection";
import { ListBar, shownColumns } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import type { StaffMember } from "@/lib/areas/staff/record";
import { ROLES } from "@/lib/portal/acts/roles";
import { useManyStaffActs } from "./many-acts";
import { PolicyCard } from "./policy-card";
import { type OpenStaff, StaffButtons } from "./staff-buttons";
import { useStaffColumns } from "./staff-columns";

const loadStaffFilters = async () => (await import("@/lib/areas/staff/desk-schemas")).staffFiltersSchema;

const StaffForm = lazyPart(async () => (await import("./staff-form")).StaffForm);
const LinkDialog = lazyPart(async () => (await import("./link-dialog")).LinkDialog);
const IssueLinkDialog = lazyPart(async () => (await import("./staff-acts")).IssueLinkDialog);
const StaffActDialog = lazyPart(async () => (await import("./staff-acts")).StaffActDialog);
const EndAllSessionsDialog = lazyPart(async () => (await import("./staff-acts")).EndAllSessionsDialog);
const SessionsDialog = lazyPart(async () => (await import("./sessions-dialog")).SessionsDialog);

const ALL = "all";
const nameOf = ({ name }: StaffMember) => name;

export function StaffPage() {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const { filters, change } = useFilters(loadStaffFilters);
  const { merchant } = useMe();
  // A person's name does not stand in the address.
  const [text, setText] = useState("");
  const [open, setOpen] = useState<OpenStaff | null>(null);
  const close = () => setOpen(null);
  useBegunAct("invite", () => setOpen({ kind: "form", user: null }));
  const merchantId = merchant?.id ?? filters.merchant;
  const role = filters.role;
  const activity = filters.status;
  const query = useInfiniteQuery(
    askPages(
      api.search,
      { body: { ...filters, merchant: merchantId, text: text || undefined } },
      { placeholderData: keepPreviousData },
    ),
  );
  const rows = query.data?.pages.flatMap(({ users }) => users);
  const view = useListView("staff", loadStaffFilters);
  const columns = useStaffColumns({ showsMerchant: merchantId === undefined });
  const selection = useSelection(rows, nameOf);
  const acts = useManyStaffActs();
  const showLink = (issued: StaffLink) => setOpen({ kind: "link", issued });
  const roles = merchant === null ? ROLES : ROLES.filter((one) => one !== "programme_operator");
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {merchantId !== undefined && (
              <Button icon={LogOut} onPress={() => setOpen({ kind: "endAll", merchantId })}>
                {t("endAll")}
              </Button>
            )}
            <LinkButton href="/manage/staff/roles">{t("rights.title")}</LinkButton>
            <Button variant="primary" icon={UserPlus} onPress={() => setOpen({ kind: "form", user: null })}>
              {t("invite")}
            </Button>
          </>
        }
      />
      {merchant === null && <PolicyCard />}
      <search aria-label={t("filters")} className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <SearchField label={t("search")} value={text} onSearch={setText} className="xl:col-span-2" />
        <MerchantChoice value={merchantId} onChange={(id) => change({ merchant: id })} />
        <Select<string>
          label={t("role")}
          options={[{ id: ALL, label: t("allRoles") }, ...roles.map((id) => ({ id, label: tRoles(id) }))]}
          value={role ?? ALL}
          onChange={(id) => change({ role: ROLES.find((one) => one === id) })}
        />
        <ActivitySelect
          value={activity}
          words={{ active: t("active"), inactive: t("deactivated") }}
          onChange={(status) => change({ status })}
        />
      </search>
      <ListBar state={view} columns={columns} />
      {filters.person !== undefined && (
        <p className="mb-5">
          <Button icon={UsersRound} onPress={() => change({ person: undefined })}>
            {t("everybody")}
          </Button>
        </p>
      )}
      <PagedTable<StaffMember>
        label={t("title")}
        query={query}
        rows={rows}
        rowKey={({ id }) => id}
        columns={shownColumns(columns, view)}
        selection={selection.table}
        actionsLabel={t("actions")}
        rowActions={(user) => <StaffButtons user={user} onOpen={setOpen} />}
        empty={<EmptyState title={t("noneFound")}>{t("noneFoundText")}</EmptyState>}
      />
      <ManyBar
        selection={selection}
        acts={acts}
        nameOf={nameOf}
        exportPath={api.download.path}
        outdates={["staff"]}
      />
      {open?.kind === "form" && (
        <StaffForm user={open.user} merchantId={merchantId} onInvited={showLink} onClose={close} />
      )}
      {open?.kind === "issueLink" && <IssueLinkDialog user={open.user} onIssued={showLink} onClose={close} />}
      {open?.kind === "act" && <StaffActDialog user={open.user} act={open.act} onClose={close} />}
      {open?.kind === "sessions" && <SessionsDialog user={open.user} onClose={close} />}
      {open?.kind === "endAll" && <EndAllSessionsDialog merchantId={open.merchantId} onClose={close} />}
      {open?.kind === "link" && <LinkDialog issued={open.issued} onClose={close} />}
    </>
  );
}
