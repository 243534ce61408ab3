"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { CategoryIcon } from "@/components/deals/category-icon";
import { ActConfirm } from "@/components/kit/acts";
import { ask, send } from "@/components/kit/contract";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type Column, figureColumn } from "@/components/ui/table";
import { categories as api } from "@/lib/areas/categories/contract";
import type { CountedCategory } from "@/lib/areas/categories/record";
import { CategoryForm } from "./category-form";

/** The categories of all merchants' deals: for operators. */
export function CategoriesPage() {
  const t = useTranslations("categories");
  const query = useQuery(ask(api.list));
  const rows = query.data?.categories;
  const nameOf = useNameOf();
  const next = Math.max(0, ...(rows ?? []).map(({ sortingNumber }) => sortingNumber)) + 1;
  const list = useList({
    label: t("title"),
    query,
    rows,
    columns: useColumns(),
    nameOf,
    forms: {
      edit: (category, { close }) => <CategoryForm {...{ category, next }} onClose={close} />,
      deactivate: (category, { close }) => (
        <SwitchDialog {...{ category }} verb="deactivate" onClose={close} />
      ),
      reactivate: (category, { close }) => (
        <SwitchDialog {...{ category }} verb="reactivate" onClose={close} />
      ),
    },
    dialogs: { new: ({ close }) => <CategoryForm category={null} next={next} onClose={close} /> },
    rowActs: (category) => {
      const verb = category.isActive ? "deactivate" : "reactivate";
      const name = nameOf(category);
      return [
        { label: t("edit", { name }), icon: Pencil, form: "edit" },
        { label: t(verb, { name }), icon: category.isActive ? CircleSlash : CircleCheck, form: verb },
      ];
    },
    empty: { none: [t("none"), t("noneText")] },
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
            {t("create")}
          </Button>
        }
      />
      {list.records}
    </>
  );
}

function useColumns(): Column<CountedCategory>[] {
  const t = useTranslations("categories");
  const inLanguage = useInLanguage();
  const nameOf = useNameOf();
  return [
    {
      id: "name",
      header: t("name"),
      cell: ({ icon, nameEn, nameAr }) => (
        <span className="flex items-center gap-3 text-start">
          <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-ink-soft">
            <CategoryIcon name={icon} className="size-5" />
          </span>
          <span>
            <bdi className="block font-medium">{nameOf({ nameEn, nameAr })}</bdi>
            <bdi className="foreign-word block text-ink-soft text-sm">
              {inLanguage({ en: nameAr, ar: nameEn })}
            </bdi>
          </span>
        </span>
      ),
    },
    figureColumn("order", t("order"), ({ sortingNumber }) => sortingNumber),
    {
      id: "deals",
      header: t("deals"),
      cell: ({ dealCount, liveDealCount }) => t("dealCounts", { count: dealCount, live: liveDealCount }),
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ isActive }) => <ActiveStatus isActive={isActive} on={t("active")} off={t("inactive")} />,
    },
  ];
}

/** Says what taking it out of use stops, and what it does not. */
function SwitchDialog({
  category,
  verb,
  onClose,
}: {
  category: CountedCategory;
  verb: "deactivate" | "reactivate";
  onClose: () => void;
}) {
  const isClosing = verb === "deactivate";
  const t = useTranslations("categories");
  const name = useInLanguage()({ en: category.nameEn, ar: category.nameAr });
  const offerUndo = useUndo("categories", "deals");
  const tell = ({ id, version, isActive }: CountedCategory) =>
    offerUndo({
      title: t(isActive ? "reactivated" : "deactivated", { name }),
      records: [{ id, version }],
      send: (body) => send(isActive ? api.deactivateMany : api.reactivateMany, { body }),
      undone: t(isActive ? "deactivated" : "reactivated", { name }),
    });
  return (
    <ActConfirm
      title={t(verb, { name })}
      confirmLabel={t(isClosing ? "doDeactivate" : "doReactivate")}
      isDangerous={isClosing}
      act={api.activate}
      asked={{ params: { categoryId: category.id }, body: { isActive: !isClosing } }}
      onDone={({ categories }) => categories.filter(({ id }) => id === category.id).forEach(tell)}
      onClose={onClose}
    >
      <p>{isClosing ? t("deactivateText", { count: category.dealCount }) : t("reactivateText")}</p>
    </ActConfirm>
  );
}
