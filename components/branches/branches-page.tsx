"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FileUp, Map as MapIcon, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantColumn } from "@/components/lists/merchant-choice";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Column } from "@/components/ui/table";
import { branches as api } from "@/lib/areas/branches/contract";
import { filters as branchesFilters, type ManagedBranch, mapView } from "@/lib/areas/branches/record";
import { BranchForm } from "./branch-form";
import { BranchImport } from "./branch-import";
import { useManyBranchActs } from "./many-acts";
import { MapLink } from "./map-link";
import { placeText } from "./place";
import { SwitchBranchDialog } from "./switch-branch-dialog";

const BranchesMap = lazyPart(async () => (await import("./branches-map")).BranchesMap, {
  whileLoading: <div className="mb-5 h-80 rounded-xl bg-sunken" />,
});

/** The branches of a merchant: who they are, where, and whether they are open. */
export function BranchesPage() {
  const t = useTranslations("branches");
  const map = useFilters(mapView);
  const isOnMap = map.filters.map !== undefined;
  const list = useBranchList(isOnMap);
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
            <Button icon={FileUp} onPress={() => list.open("import")}>
              {t("import")}
            </Button>
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

function useBranchList(isOnMap: boolean) {
  const t = useTranslations("branches");
  const address = useFilters(branchesFilters);
  const merchantId = useMe().merchant?.id ?? address.filters.merchant;
  const query = useInfiniteQuery(
    askPages(
      api.list,
      { body: { ...address.filters, merchant: merchantId } },
      { placeholderData: keepPreviousData },
    ),
  );
  const nameOf = useNameOf();
  const list = useList({
    views: "branches",
    label: t("title"),
    address,
    filters: {
      text: { search: t("search") },
      merchant: "merchant",
      status: { active: t("open"), inactive: t("closed") },
    },
    query,
    rows: query.data?.pages.flatMap(({ branches }) => branches),
    columns: useColumns(merchantId === undefined),
    nameOf,
    forms: {
      edit: (branch, { close }) => <BranchForm {...{ branch, merchantId }} onClose={close} />,
      deactivate: (branch, { close }) => (
        <SwitchBranchDialog {...{ branch }} verb="deactivate" onClose={close} />
      ),
      reactivate: (branch, { close }) => (
        <SwitchBranchDialog {...{ branch }} verb="reactivate" onClose={close} />
      ),
    },
    dialogs: {
      new: ({ close }) => <BranchForm branch={null} merchantId={merchantId} onClose={close} />,
      import: ({ close }) => <BranchImport merchantId={merchantId} onClose={close} />,
    },
    rowActs: (branch) => {
      const verb = branch.isActive ? "deactivate" : "reactivate";
      const name = nameOf(branch);
      return [
        { label: t("edit"), name: t("editOf", { name }), form: "edit" },
        { label: t(verb), name: t(`${verb}Of`, { name }), form: verb, isSwitch: true },
      ];
    },
    many: { acts: useManyBranchActs(), exportPath: api.export.path, outdates: ["branches", "account"] },
    empty: { none: [t("none"), t("noneText")], found: [t("noneFound"), t("noneFoundText")] },
    between: isOnMap && <BranchesMap query={query} onEdit={(branch) => list.open("edit", branch)} />,
  });
  return list;
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
