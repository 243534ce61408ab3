"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { LogOut, UserPlus, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActivitySelect } from "@/components/kit/activity-select";
import { ask, askPages } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { SearchField } from "@/components/kit/search-field";
import { useWeighed } from "@/components/kit/second-person-note";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { RecordList } from "@/components/lists/record-list";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import { ROLES } from "@/lib/portal/acts/roles";
import { type OpenStaff, StaffButtons, useManyStaffActs, useStaffColumns } from "./staff-rows";

const loadStaffFilters = async () => (await import("@/lib/areas/staff/desk-schemas")).staffFiltersSchema;
const useStaffFilters = () => useFilters(loadStaffFilters);

const StaffForm = lazyPart(async () => (await import("./staff-form")).StaffForm);
const LinkDialog = lazyPart(async () => (await import("./link-dialog")).LinkDialog);
const IssueLinkDialog = lazyPart(async () => (await import("./staff-acts")).IssueLinkDialog);
const StaffActDialog = lazyPart(async () => (await import("./staff-acts")).StaffActDialog);
const EndAllSessionsDialog = lazyPart(async () => (await import("./staff-acts")).EndAllSessionsDialog);
const SessionsDialog = lazyPart(async () => (await import("./sessions-dialog")).SessionsDialog);

export function StaffPage() {
  const t = useTranslations("staff");
  const { filters, change } = useStaffFilters();
  const { merchant } = useMe();
  // A person's name does not stand in the address.
  const [text, setText] = useState("");
  const [open, setOpen] = useState<OpenStaff | null>(null);
  const close = () => setOpen(null);
  useBegunAct("invite", () => setOpen({ kind: "form", user: null }));
  const merchantId = merchant?.id ?? filters.merchant;
  const body = { ...filters, merchant: merchantId, text: text || undefined };
  const query = useInfiniteQuery(askPages(api.search, { body }, { placeholderData: keepPreviousData }));
  const acts = useManyStaffActs();
  const showLink = (issued: StaffLink) => setOpen({ kind: "link", issued });
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
      <Filters filters={{ ...filters, merchant: merchantId }} {...{ change, text }} onSearch={setText} />
      <RecordList
        list="staff"
        filters={loadStaffFilters}
        label={t("title")}
        query={query}
        rows={query.data?.pages.flatMap(({ users }) => users)}
        columns={useStaffColumns({ showsMerchant: merchantId === undefined })}
        many={{ acts, nameOf: ({ name }) => name, exportPath: api.download.path, outdates: ["staff"] }}
        actionsLabel={t("actions")}
        rowActions={(user) => <StaffButtons user={user} onOpen={setOpen} />}
        empty={<EmptyState title={t("noneFound")}>{t("noneFoundText")}</EmptyState>}
      >
        {filters.person !== undefined && (
          <p className="mb-5">
            <Button icon={UsersRound} onPress={() => change({ person: undefined })}>
              {t("everybody")}
            </Button>
          </p>
        )}
      </RecordList>
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

function Filters({
  filters,
  change,
  text,
  onSearch,
}: Pick<ReturnType<typeof useStaffFilters>, "filters" | "change"> & {
  text: string;
  onSearch: (text: string) => void;
}) {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const isOperator = useMe().merchant === null;
  const roles = ROLES.filter((role) => isOperator || role !== "programme_operator");
  return (
    <search aria-label={t("filters")} className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      <SearchField label={t("search")} value={text} onSearch={onSearch} className="xl:col-span-2" />
      <MerchantChoice value={filters.merchant} onChange={(id) => change({ merchant: id })} />
      <FilterSelect
        label={t("role")}
        any={t("allRoles")}
        options={roles.map((id) => ({ id, label: tRoles(id) }))}
        value={filters.role}
        onChange={(role) => change({ role })}
      />
      <ActivitySelect
        value={filters.status}
        words={{ active: t("active"), inactive: t("deactivated") }}
        onChange={(status) => change({ status })}
      />
    </search>
  );
}

/** Whether everybody who administers must have a second factor; for the programme's operators to say. */
function PolicyCard() {
  const t = useTranslations("staff.policy");
  const { user } = useMe();
  const { data: policy } = useQuery(ask(api.policy));
  const [change, note] = useWeighed(api.setPolicy);
  return (
    <Card className="mb-5">
      {policy ? (
        <Switch
          isSelected={policy.adminsNeedTwoFactor}
          // A person who demands a second factor has one.
          isDisabled={change.isPending || (!user.twoFactorEnabled && !policy.adminsNeedTwoFactor)}
          onChange={(adminsNeedTwoFactor) => change.mutate({ body: { ...policy, adminsNeedTwoFactor } })}
        >
          {t("label")}
        </Switch>
      ) : (
        <Skeleton className="h-9" />
      )}
      <p className="mt-1 text-ink-soft text-sm">{user.twoFactorEnabled ? t("hint") : t("ownFirst")}</p>
      {note}
      <Refusal error={change.error} className="mt-3" />
    </Card>
  );
}
