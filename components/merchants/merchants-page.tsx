"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePlay, CircleStop, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { FirstHourLink } from "@/components/first-hour/first-hour-link";
import { ActivitySelect } from "@/components/kit/activity-select";
import { ActConfirm } from "@/components/kit/acts";
import { ask, send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { TextFilter } from "@/components/kit/search-field";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { RecordList } from "@/components/lists/record-list";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState } from "@/components/ui/states";
import type { Column } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant, MerchantFilters } from "@/lib/areas/merchants/record";
import type { Many } from "@/lib/portal/wire/many";

const OpenThings = lazyPart(async () => (await import("./leaving-dialog")).OpenThings);

/** A day of the calendar is kept as its midnight in UTC. */
const LAST_DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

const loadMerchantFilters = async () => (await import("@/lib/areas/merchants/record")).filters;

const MerchantForm = lazyPart(async () => (await import("./merchant-form")).MerchantForm);

const LeavingDialog = lazyPart(async () => (await import("./leaving-dialog")).LeavingDialog);

type Open =
  | { kind: "form"; merchant: ManagedMerchant | null }
  | { kind: "leaving" | "switch"; merchant: ManagedMerchant };

/** The merchants of the programme, for its operators. */
export function MerchantsPage() {
  const t = useTranslations("merchants");
  const { filters, change } = useFilters(loadMerchantFilters);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <FirstHourLink />
            <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: "form", merchant: null })}>
              {t("add")}
            </Button>
          </>
        }
      />
      <search
        aria-label={t("filters")}
        className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      >
        <TextFilter label={t("search")} value={filters.text} change={change} />
        <ActivitySelect
          value={filters.status}
          words={{ active: t("active"), inactive: t("stopped") }}
          onChange={(status) => change({ status })}
        />
      </search>
      <Merchants
        filters={filters}
        onEdit={(merchant) => setOpen({ kind: "form", merchant })}
        onOpen={(kind, merchant) => setOpen({ kind, merchant })}
      />
      {open?.kind === "form" && <MerchantForm merchant={open.merchant} onClose={close} />}
      {open?.kind === "leaving" && <LeavingDialog merchant={open.merchant} onClose={close} />}
      {open?.kind === "switch" && (
        <SwitchMerchantDialog
          merchant={open.merchant}
          onStopped={(merchant) => setOpen({ kind: "leaving", merchant })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether a merchant is one of those that are looked for, in either language. */
function matches(
  { nameEn, nameAr, isActive }: ManagedMerchant,
  { status, text = "" }: MerchantFilters,
): boolean {
  if (status !== undefined && isActive !== (status === "active")) return false;
  return `${nameEn}\n${nameAr}`.toLowerCase().includes(text.toLowerCase());
}

function Merchants({
  filters,
  onEdit,
  onOpen,
}: {
  filters: MerchantFilters;
  onEdit: (merchant: ManagedMerchant) => void;
  onOpen: (kind: "leaving" | "switch", merchant: ManagedMerchant) => void;
}) {
  const t = useTranslations("merchants");
  const query = useQuery(ask(api.list));
  const nameOf = useNameOf();
  const columns = useColumns();
  const acts = useManyMerchantActs();
  const isNone = query.data?.merchants.length === 0;
  return (
    <RecordList
      list="merchants"
      filters={loadMerchantFilters}
      label={t("title")}
      query={query}
      rows={query.data?.merchants.filter((merchant) => matches(merchant, filters))}
      columns={columns}
      many={{ acts, nameOf, outdates: ["merchants", "programme"] }}
      actionsLabel={t("actions")}
      rowActions={(merchant) => (
        <MerchantButtons
          merchant={merchant}
          onEdit={() => onEdit(merchant)}
          onOpen={(kind) => onOpen(kind, merchant)}
        />
      )}
      empty={<EmptyState title={isNone ? t("none") : t("noneFound")} />}
    />
  );
}

function useColumns(): Column<ManagedMerchant>[] {
  const t = useTranslations("merchants");
  const nameOf = useNameOf();
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), LAST_DAY);
  return [
    {
      id: "name",
      header: t("name"),
      cell: (merchant) => <bdi className="font-medium">{nameOf(merchant)}</bdi>,
    },
    {
      id: "refunds",
      header: t("refunds"),
      cell: ({ refundWindowDays, returnWindowDays, refundSameBranchOnly }) => (
        <>
          <span className="block">{t("refundDays", { count: refundWindowDays })}</span>
          <span className="block">{t("returnDays", { count: returnWindowDays })}</span>
          {refundSameBranchOnly && (
            <span className="block text-ink-faint text-sm">{t("sameBranchShort")}</span>
          )}
        </>
      ),
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ id, isActive, lastDay }) => (
        <>
          <ActiveStatus isActive={isActive} on={t("active")} off={t("stopped")} />
          {lastDay !== null && (
            <span className="block text-ink-soft text-sm">{t("lastDayIs", { day: day(lastDay) })}</span>
          )}
          <OwnRequest area="merchants" id={id} />
        </>
      ),
    },
  ];
}

function MerchantButtons({
  merchant,
  onEdit,
  onOpen,
}: {
  merchant: ManagedMerchant;
  onEdit: () => void;
  onOpen: (kind: "leaving" | "switch") => void;
}) {
  const t = useTranslations("merchants");
  const name = useNameOf()(merchant);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      <LinkButton href={`/manage/branches?merchant=${merchant.id}`} variant="quiet" size="small">
        {t("branches")}
      </LinkButton>
      <Button size="small" variant="quiet" aria-label={t("editOf", { name })} onPress={onEdit}>
        {t("edit")}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={t(merchant.isActive ? "lastDayOf" : "statementOf", { name })}
        onPress={() => onOpen("leaving")}
      >
        {t(merchant.isActive ? "setLastDay" : "seeStatement")}
      </Button>
      <Button
        size="small"
        variant="quiet"
        className="min-w-22"
        aria-label={t(merchant.isActive ? "stopOf" : "resumeOf", { name })}
        onPress={() => onOpen("switch")}
      >
        {t(merchant.isActive ? "stop" : "resume")}
      </Button>
    </span>
  );
}

function SwitchMerchantDialog({
  merchant,
  onStopped,
  onClose,
}: {
  merchant: ManagedMerchant;
  /** Called once it is stopped: what is open stays to be seen to. */
  onStopped: (merchant: ManagedMerchant) => void;
  onClose: () => void;
}) {
  const t = useTranslations("merchants");
  const name = useNameOf()(merchant);
  const offerUndo = useUndo("merchants", "programme");
  const verb = merchant.isActive ? "stop" : "resume";
  return (
    <ActConfirm
      title={t(`${verb}Title`, { name })}
      confirmLabel={t(verb)}
      isDangerous={merchant.isActive}
      act={merchant.isActive ? api.deactivate : api.reactivate}
      asked={{ params: { merchantId: merchant.id } }}
      onClose={onClose}
      onDone={(done) => {
        const { id, version } = done;
        offerUndo({
          title: t(`${verb}Done`, { name }),
          records: [{ id, version }],
          send: sendSwitch(BACK[verb]),
          undone: t(`${BACK[verb]}Done`, { name }),
        });
        if (verb === "stop") onStopped(done);
      }}
    >
      <p>{t(`${verb}Text`)}</p>
      {merchant.isActive && <OpenThings merchantIds={[merchant.id]} />}
    </ActConfirm>
  );
}

type Switch = "stop" | "resume";
const BACK = { stop: "resume", resume: "stop" } as const satisfies Record<Switch, Switch>;

const sendSwitch = (act: Switch) => (body: Many) =>
  send(act === "stop" ? api.deactivateMany : api.reactivateMany, { body });

/** Stops many merchants at once, or lets them go on. */
function useManyMerchantActs(): readonly ManyAct<ManagedMerchant>[] {
  const t = useTranslations("merchants");
  const act = (id: Switch): ManyAct<ManagedMerchant> => ({
    id,
    label: t(id),
    icon: id === "stop" ? CircleStop : CirclePlay,
    isDangerous: id === "stop",
    title: (count) => t(`many.${id}Title`, { count }),
    text: t(`many.${id}Text`),
    ...(id === "stop" && { facts: (ids: readonly number[]) => <OpenThings merchantIds={ids} /> }),
    obstacle: ({ isActive }) => (isActive === (id === "stop") ? null : t(`many.${id}Not`)),
    send: sendSwitch(id),
    done: (count) => t(`many.${id}Done`, { count }),
    undo: { send: sendSwitch(BACK[id]), done: (count) => t(`many.${BACK[id]}Done`, { count }) },
  });
  return [act("stop"), act("resume")];
}
