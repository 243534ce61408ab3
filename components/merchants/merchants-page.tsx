"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FirstHourLink } from "@/components/first-hour/first-hour-link";
import { ActivitySelect } from "@/components/kit/activity-select";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { ManyBar } from "@/components/kit/many-bar";
import { QueryState } from "@/components/kit/query-state";
import { SearchField } from "@/components/kit/search-field";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useSelection } from "@/components/kit/use-selection";
import { useUndo } from "@/components/kit/use-undo";
import { ListBar, shownColumns } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant, MerchantFilters } from "@/lib/areas/merchants/record";
import { BACK, sendSwitch, useManyMerchantActs } from "./many-acts";

const loadMerchantFilters = async () => (await import("@/lib/areas/merchants/record")).filters;

const MerchantForm = lazyPart(async () => (await import("./merchant-form")).MerchantForm);

type Open =
  | { kind: "form"; merchant: ManagedMerchant | null }
  | { kind: "switch"; merchant: ManagedMerchant };

/** The merchants of the programme, for its operators. */
export function MerchantsPage() {
  const t = useTranslations("merchants");
  const { filters, change } = useFilters(loadMerchantFilters);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { status, text = "" } = filters;
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
        <SearchField
          label={t("search")}
          value={text}
          onSearch={(typed) =>
            change({ text: typed || undefined }, { replaces: text !== "" && typed !== "" })
          }
        />
        <ActivitySelect
          value={status}
          words={{ active: t("active"), inactive: t("stopped") }}
          onChange={(activity) => change({ status: activity })}
        />
      </search>
      <Merchants
        filters={filters}
        onEdit={(merchant) => setOpen({ kind: "form", merchant })}
        onSwitch={(merchant) => setOpen({ kind: "switch", merchant })}
      />
      {open?.kind === "form" && <MerchantForm merchant={open.merchant} onClose={close} />}
      {open?.kind === "switch" && <SwitchMerchantDialog merchant={open.merchant} onClose={close} />}
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
  onSwitch,
}: {
  filters: MerchantFilters;
  onEdit: (merchant: ManagedMerchant) => void;
  onSwitch: (merchant: ManagedMerchant) => void;
}) {
  const t = useTranslations("merchants");
  const query = useQuery(ask(api.list));
  const nameOf = useNameOf();
  const columns = useColumns();
  const view = useListView("merchants", loadMerchantFilters);
  const rows = query.data?.merchants.filter((merchant) => matches(merchant, filters));
  const selection = useSelection(rows, nameOf);
  const acts = useManyMerchantActs();
  const isNone = query.data?.merchants.length === 0;
  return (
    <>
      <ListBar state={view} columns={columns} />
      <Card className="sm:px-3 sm:py-2">
        <QueryState query={{ ...query, data: rows }} loading={<Skeleton className="h-40" />}>
          {(merchants) =>
            merchants.length === 0 ? (
              <EmptyState title={isNone ? t("none") : t("noneFound")} />
            ) : (
              <Table<ManagedMerchant>
                label={t("title")}
                rows={merchants}
                rowKey={({ id }) => id}
                columns={shownColumns(columns, view)}
                selection={selection.table}
                actionsLabel={t("actions")}
                rowActions={(merchant) => (
                  <MerchantButtons
                    merchant={merchant}
                    onEdit={() => onEdit(merchant)}
                    onSwitch={() => onSwitch(merchant)}
                  />
                )}
              />
            )
          }
        </QueryState>
      </Card>
      <ManyBar selection={selection} acts={acts} nameOf={nameOf} outdates={["merchants", "programme"]} />
    </>
  );
}

function useColumns(): Column<ManagedMerchant>[] {
  const t = useTranslations("merchants");
  const nameOf = useNameOf();
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
      cell: ({ isActive }) => <ActiveStatus isActive={isActive} on={t("active")} off={t("stopped")} />,
    },
  ];
}

function MerchantButtons({
  merchant,
  onEdit,
  onSwitch,
}: {
  merchant: ManagedMerchant;
  onEdit: () => void;
  onSwitch: () => void;
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
        className="min-w-22"
        aria-label={t(merchant.isActive ? "stopOf" : "resumeOf", { name })}
        onPress={onSwitch}
      >
        {t(merchant.isActive ? "stop" : "resume")}
      </Button>
    </span>
  );
}

function SwitchMerchantDialog({ merchant, onClose }: { merchant: ManagedMerchant; onClose: () => void }) {
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
      onDone={({ id, version }) =>
        offerUndo({
          title: t(`${verb}Done`, { name }),
          records: [{ id, version }],
          send: sendSwitch(BACK[verb]),
          undone: t(`${BACK[verb]}Done`, { name }),
        })
      }
    >
      <p>{t(`${verb}Text`)}</p>
    </ActConfirm>
  );
}
