"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FileUp, Map as MapIcon, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActivitySelect } from "@/components/kit/activity-select";
import { askPages } from "@/components/kit/contract";
import { TextFilter } from "@/components/kit/search-field";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { RecordList } from "@/components/lists/record-list";
import { MerchantChoice, useMerchantColumn } from "@/components/merchants/merchant-choice";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState } from "@/components/ui/states";
import type { Column } from "@/components/ui/table";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";
import { useManyBranchActs } from "./many-acts";
import { MapLink } from "./map-link";
import { placeText } from "./place";

const loadBranchFilters = async () => (await import("@/lib/areas/branches/record")).filters;
const useBranchFilters = () => useFilters(loadBranchFilters);

const loadBranchesMap = async () => (await import("@/lib/areas/branches/record")).mapView;

const BranchesMap = lazyPart(async () => (await import("./branches-map")).BranchesMap, {
  whileLoading: <div className="mb-5 h-80 rounded-xl bg-sunken" />,
});
const BranchForm = lazyPart(async () => (await import("./branch-form")).BranchForm);
const BranchImport = lazyPart(async () => (await import("./branch-import")).BranchImport);
const SwitchBranchDialog = lazyPart(async () => (await import("./switch-branch-dialog")).SwitchBranchDialog);

/** The dialog over the list. */
type Open =
  | { kind: "form"; branch: ManagedBranch | null }
  | { kind: "switch"; branch: ManagedBranch }
  | { kind: "import" };

/** The branches of a merchant: who they are, where, and whether they are open. */
export function BranchesPage() {
  const t = useTranslations("branches");
  const { filters, change } = useBranchFilters();
  const map = useFilters(loadBranchesMap);
  const isOnMap = map.filters.map !== undefined;
  const { merchant } = useMe();
  const [open, setOpen] = useState<Open | null>(null);
  const merchantId = merchant?.id ?? filters.merchant;
  const query = useInfiniteQuery(
    askPages(api.list, { body: { ...filters, merchant: merchantId } }, { placeholderData: keepPreviousData }),
  );
  const close = () => setOpen(null);
  const nameOf = useNameOf();
  const acts = useManyBranchActs();
  useBegunAct("new", () => setOpen({ kind: "form", branch: null }));
  const isFiltered = filters.status !== undefined || filters.text !== undefined;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Button
              icon={MapIcon}
              aria-pressed={isOnMap}
              onPress={() => map.change({ map: isOnMap ? undefined : "on" })}
            >
              {t("map")}
            </Button>
            <Button icon={FileUp} onPress={() => setOpen({ kind: "import" })}>
              {t("import")}
            </Button>
            <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: "form", branch: null })}>
              {t("add")}
            </Button>
          </>
        }
      />
      <Filters filters={{ ...filters, merchant: merchantId }} change={change} />
      <RecordList
        list="branches"
        filters={loadBranchFilters}
        label={t("title")}
        query={query}
        rows={query.data?.pages.flatMap(({ branches }) => branches)}
        columns={useColumns(merchantId === undefined)}
        many={{ acts, nameOf, exportPath: api.export.path, outdates: ["branches", "account"] }}
        actionsLabel={t("actions")}
        rowActions={(branch) => (
          <BranchButtons
            branch={branch}
            onEdit={() => setOpen({ kind: "form", branch })}
            onSwitch={() => setOpen({ kind: "switch", branch })}
          />
        )}
        empty={
          <EmptyState title={isFiltered ? t("noneFound") : t("none")}>
            {isFiltered ? t("noneFoundText") : t("noneText")}
          </EmptyState>
        }
      >
        {isOnMap && <BranchesMap query={query} onEdit={(branch) => setOpen({ kind: "form", branch })} />}
      </RecordList>
      {open?.kind === "form" && <BranchForm branch={open.branch} merchantId={merchantId} onClose={close} />}
      {open?.kind === "switch" && <SwitchBranchDialog branch={open.branch} onClose={close} />}
      {open?.kind === "import" && <BranchImport merchantId={merchantId} onClose={close} />}
    </>
  );
}

function Filters({ filters, change }: Pick<ReturnType<typeof useBranchFilters>, "filters" | "change">) {
  const t = useTranslations("branches");
  return (
    <search aria-label={t("filters")} className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <TextFilter label={t("search")} value={filters.text} change={change} className="xl:col-span-2" />
      <MerchantChoice value={filters.merchant} onChange={(id) => change({ merchant: id })} />
      <ActivitySelect
        value={filters.status}
        words={{ active: t("open"), inactive: t("closed") }}
        onChange={(status) => change({ status })}
      />
    </search>
  );
}

function useColumns(showsMerchant: boolean): Column<ManagedBranch>[] {
  const t = useTranslations("branches");
  const inLanguage = useInLanguage();
  const merchantColumn = useMerchantColumn<ManagedBranch>(showsMerchant);
  const nameOf = useNameOf();
  return [
    {
      id: "name",
      header: t("name"),
      cell: (branch) => (
        <span className="block py-1">
          <bdi className="block font-medium">{nameOf(branch)}</bdi>
          <bdi className="block text-ink-faint text-sm">
            {inLanguage({ en: branch.addressEn, ar: branch.addressAr })}
          </bdi>
        </span>
      ),
    },
    ...merchantColumn,
    { id: "msisdn", header: t("msisdn"), cell: ({ msisdn }) => <Code>{msisdn}</Code> },
    {
      id: "place",
      header: t("place"),
      cell: (branch) =>
        branch.latitude === null ? (
          <span className="text-ink-faint">{t("noPlace")}</span>
        ) : (
          <span className="inline-grid justify-items-start cards:justify-items-end">
            <MapLink place={branch} name={nameOf(branch)} />
            <Code className="text-ink-soft text-sm">{placeText(branch)}</Code>
          </span>
        ),
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ isActive }) => <ActiveStatus isActive={isActive} on={t("open")} off={t("closed")} />,
    },
  ];
}

function BranchButtons({
  branch,
  onEdit,
  onSwitch,
}: {
  branch: ManagedBranch;
  onEdit: () => void;
  onSwitch: () => void;
}) {
  const t = useTranslations("branches");
  const name = useInLanguage()({ en: branch.nameEn, ar: branch.nameAr });
  const verb = branch.isActive ? "deactivate" : "reactivate";
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Button size="small" variant="quiet" aria-label={t("editOf", { name })} onPress={onEdit}>
        {t("edit")}
      </Button>
      <Button
        size="small"
        variant="quiet"
        className="min-w-28"
        aria-label={t(`${verb}Of`, { name })}
        onPress={onSwitch}
      >
        {t(verb)}
      </Button>
    </span>
  );
}
