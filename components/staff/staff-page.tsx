"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { LogOut, UserPlus, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, askPages } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { SearchField } from "@/components/kit/search-field";
import { useWeighed } from "@/components/kit/second-person-note";
import { useFilters } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { staff as api } from "@/lib/areas/staff/contract";
import { type StaffLink, staffFiltersSchema } from "@/lib/areas/staff/desk-schemas";
import type { StaffMember } from "@/lib/areas/staff/record";
import { ROLES } from "@/lib/portal/acts/roles";
import { LinkDialog } from "./link-dialog";
import { SessionsDialog } from "./sessions-dialog";
import type { StaffAct } from "./staff-acts";
import { EndAllSessionsDialog, IssueLinkDialog, StaffActDialog } from "./staff-acts";
import { StaffForm } from "./staff-form";
import { useManyStaffActs, useStaffActs, useStaffColumns } from "./staff-rows";

export function StaffPage() {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const address = useFilters(staffFiltersSchema);
  const { filters, change } = address;
  const { merchant } = useMe();
  const merchantId = merchant?.id ?? filters.merchant;
  // A person's name does not stand in the address.
  const [text, setText] = useState("");
  const [issued, setIssued] = useState<StaffLink | null>(null);
  const body = { ...filters, merchant: merchantId, text: text || undefined };
  const query = useInfiniteQuery(askPages(api.search, { body }, { placeholderData: keepPreviousData }));
  const roles = ROLES.filter((role) => merchant === null || role !== "programme_operator");
  const list = useList({
    views: "staff",
    label: t("title"),
    address,
    search: <SearchField label={t("search")} value={text} onSearch={setText} />,
    filters: {
      merchant: "merchant",
      role: {
        label: t("role"),
        any: t("allRoles"),
        options: roles.map((id) => ({ id, label: tRoles(id) })),
      },
      status: { active: t("active"), inactive: t("deactivated") },
    },
    query,
    rows: query.data?.pages.flatMap(({ users }) => users),
    columns: useStaffColumns({ showsMerchant: merchantId === undefined }),
    nameOf: ({ name }) => name,
    ...formsOf(merchantId, setIssued),
    rowActs: useStaffActs(),
    many: { acts: useManyStaffActs(), exportPath: api.download.path, outdates: ["staff"] },
    empty: { none: [t("noneFound"), t("noneFoundText")] },
    isFiltered: address.isFiltered || text !== "",
    between: filters.person !== undefined && <Everybody onShow={() => change({ person: undefined })} />,
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {merchantId !== undefined && (
              <Button icon={LogOut} onPress={() => list.open("endAll")}>
                {t("endAll")}
              </Button>
            )}
            <LinkButton href="/manage/staff/roles">{t("rights.title")}</LinkButton>
            <Button variant="primary" icon={UserPlus} onPress={() => list.open("invite")}>
              {t("invite")}
            </Button>
          </>
        }
      />
      {merchant === null && <PolicyCard />}
      {list.filters}
      {list.records}
      {issued && <LinkDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

/** The way from one person, whom the address names, to all. */
function Everybody({ onShow }: { onShow: () => void }) {
  const t = useTranslations("staff");
  return (
    <p className="mb-5">
      <Button icon={UsersRound} onPress={onShow}>
        {t("everybody")}
      </Button>
    </p>
  );
}

interface Ways {
  close: () => void;
}

/** The forms of one person, and the dialogs of none. */
function formsOf(merchantId: number | undefined, onIssued: (issued: StaffLink) => void) {
  const invited = ({ close }: Ways) => ({
    merchantId,
    onInvited: (issued: StaffLink) => {
      close();
      onIssued(issued);
    },
    onClose: close,
  });
  const act =
    (name: StaffAct) =>
    (user: StaffMember, { close }: Ways) => <StaffActDialog user={user} act={name} onClose={close} />;
  return {
    forms: {
      edit: (user: StaffMember, ways: Ways) => <StaffForm user={user} {...invited(ways)} />,
      link: (user: StaffMember, ways: Ways) => (
        <IssueLinkDialog user={user} onIssued={invited(ways).onInvited} onClose={ways.close} />
      ),
      confirm: act("confirm"),
      resetTwoFactor: act("resetTwoFactor"),
      deactivate: act("deactivate"),
      reactivate: act("reactivate"),
      sessions: (user: StaffMember, { close }: Ways) => <SessionsDialog user={user} onClose={close} />,
    },
    dialogs: {
      invite: (ways: Ways) => <StaffForm user={null} {...invited(ways)} />,
      endAll: ({ close }: Ways) =>
        merchantId !== undefined && <EndAllSessionsDialog merchantId={merchantId} onClose={close} />,
    },
  };
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
