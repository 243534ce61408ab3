"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePlay, CircleStop, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnRequest } from "@/components/adjustments/own-request";
import { FirstHourLink } from "@/components/first-hour/first-hour-link";
import { ActConfirm } from "@/components/kit/acts";
import { ask, send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Column } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { merchants as api } from "@/lib/areas/merchants/contract";
import {
  type ManagedMerchant,
  type MerchantFilters,
  filters as merchantsFilters,
} from "@/lib/areas/merchants/record";
import type { Many } from "@/lib/portal/wire/many";
import { LeavingDialog, OpenThings } from "./leaving-dialog";
import { MerchantForm } from "./merchant-form";

/** A day of the calendar is kept as its midnight in UTC. */
const LAST_DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

/** The merchants of the programme, for its operators. */
export function MerchantsPage() {
  const t = useTranslations("merchants");
  const list = useMerchantList();
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <FirstHourLink />
            <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
              {t("add")}
            </Button>
          </>
        }
      />
      {list.filters}
      {list.records}
    </>
  );
}

function useMerchantList() {
  const t = useTranslations("merchants");
  const address = useFilters(merchantsFilters);
  const query = useQuery(ask(api.list));
  const nameOf = useNameOf();
  return useList({
    views: "merchants",
    label: t("title"),
    address,
    filters: { text: { search: t("search") }, status: { active: t("active"), inactive: t("stopped") } },
    query,
    rows: query.data?.merchants,
    matches: (merchant) => matches(merchant, address.filters),
    columns: useColumns(),
    nameOf,
    forms: {
      edit: (merchant, { close }) => <MerchantForm {...{ merchant }} onClose={close} />,
      leaving: (merchant, { close }) => <LeavingDialog {...{ merchant }} onClose={close} />,
      stop: (merchant, { close, open }) => (
        // Open things stay to be seen to.
        <SwitchMerchantDialog
          {...{ merchant }}
          verb="stop"
          onStopped={() => open("leaving", merchant)}
          onClose={close}
        />
      ),
      resume: (merchant, { close }) => (
        <SwitchMerchantDialog {...{ merchant }} verb="resume" onClose={close} />
      ),
    },
    dialogs: { new: ({ close }) => <MerchantForm merchant={null} onClose={close} /> },
    rowActs: (merchant) => {
      const { id, isActive } = merchant;
      const name = nameOf(merchant);
      const verb = isActive ? "stop" : "resume";
      return [
        { label: t("branches"), href: `/manage/branches?merchant=${id}` },
        { label: t("edit"), name: t("editOf", { name }), form: "edit" },
        {
          label: t(isActive ? "setLastDay" : "seeStatement"),
          name: t(isActive ? "lastDayOf" : "statementOf", { name }),
          form: "leaving",
        },
        { label: t(verb), name: t(`${verb}Of`, { name }), form: verb, isSwitch: true },
      ];
    },
    many: { acts: useManyMerchantActs(), outdates: ["merchants", "programme"] },
    empty: { none: [t("none")], found: [t("noneFound")] },
  });
}

/** Whether a merchant is one of those that are looked for, in either language. */
function matches(
  { nameEn, nameAr, isActive }: ManagedMerchant,
  { status, text = "" }: MerchantFilters,
): boolean {
  if (status !== undefined && isActive !== (status === "active")) return false;
  return `${nameEn}\n${nameAr}`.toLowerCase().includes(text.toLowerCase());
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

function SwitchMerchantDialog({
  merchant,
  verb,
  onStopped,
  onClose,
}: {
  merchant: ManagedMerchant;
  verb: Switch;
  onStopped?: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("merchants");
  const name = useNameOf()(merchant);
  const offerUndo = useUndo("merchants", "programme");
  const isStopping = verb === "stop";
  return (
    <ActConfirm
      title={t(`${verb}Title`, { name })}
      confirmLabel={t(verb)}
      isDangerous={isStopping}
      act={isStopping ? api.deactivate : api.reactivate}
      asked={{ params: { merchantId: merchant.id } }}
      onClose={onClose}
      onDone={({ id, version }) => {
        offerUndo({
          title: t(`${verb}Done`, { name }),
          records: [{ id, version }],
          send: sendSwitch(BACK[verb]),
          undone: t(`${BACK[verb]}Done`, { name }),
        });
        onStopped?.();
      }}
    >
      <p>{t(`${verb}Text`)}</p>
      {isStopping && <OpenThings merchantIds={[merchant.id]} />}
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
