"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CategoryIcon } from "@/components/deals/category-icon";
import { ActConfirm } from "@/components/kit/acts";
import { ask, send } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { PageHead } from "@/components/shell/page-head";
import { ActiveStatus } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { figureColumn, Table } from "@/components/ui/table";
import { categories as api } from "@/lib/areas/categories/contract";
import type { CountedCategory } from "@/lib/areas/categories/record";

const CategoryForm = lazyPart(async () => (await import("./category-form")).CategoryForm);

/** The categories of all merchants' deals: for operators. */
export function CategoriesPage() {
  const t = useTranslations("categories");
  const query = useQuery(ask(api.list));
  const [edited, setEdited] = useState<CountedCategory | "new" | null>(null);
  const [switched, setSwitched] = useState<CountedCategory | null>(null);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setEdited("new")}>
            {t("create")}
          </Button>
        }
      />
      <QueryState query={query} loading={<CategoriesSkeleton />}>
        {({ categories }) =>
          categories.length === 0 ? (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          ) : (
            <CategoryTable categories={categories} onEdit={setEdited} onSwitch={setSwitched} />
          )
        }
      </QueryState>
      {edited && (
        <CategoryForm
          category={edited === "new" ? null : edited}
          next={Math.max(0, ...(query.data?.categories ?? []).map(({ sortingNumber }) => sortingNumber)) + 1}
          onClose={() => setEdited(null)}
        />
      )}
      {switched && <SwitchDialog category={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}

function CategoryTable({
  categories,
  onEdit,
  onSwitch,
}: {
  categories: readonly CountedCategory[];
  onEdit: (category: CountedCategory) => void;
  onSwitch: (category: CountedCategory) => void;
}) {
  const t = useTranslations("categories");
  const inLanguage = useInLanguage();
  const nameOf = useNameOf();
  return (
    <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
      <Table<CountedCategory>
        label={t("title")}
        rows={categories}
        rowKey={({ id }) => id}
        columns={[
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
            cell: ({ dealCount, liveDealCount }) =>
              t("dealCounts", { count: dealCount, live: liveDealCount }),
          },
          {
            id: "state",
            header: t("state"),
            cell: ({ isActive }) => <ActiveStatus isActive={isActive} on={t("active")} off={t("inactive")} />,
          },
        ]}
        rowActions={(category) => (
          <span className="inline-flex">
            <IconButton
              icon={Pencil}
              label={t("edit", { name: nameOf(category) })}
              onPress={() => onEdit(category)}
            />
            <IconButton
              icon={category.isActive ? CircleSlash : CircleCheck}
              label={t(category.isActive ? "deactivate" : "reactivate", { name: nameOf(category) })}
              onPress={() => onSwitch(category)}
            />
          </span>
        )}
        actionsLabel={t("actions")}
      />
    </div>
  );
}

interface DialogProps {
  onClose: () => void;
}

/** Says what taking it out of use stops, and what it does not. */
function SwitchDialog({ category, onClose }: DialogProps & { category: CountedCategory }) {
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
      title={t(category.isActive ? "deactivate" : "reactivate", { name })}
      confirmLabel={t(category.isActive ? "doDeactivate" : "doReactivate")}
      isDangerous={category.isActive}
      act={api.activate}
      asked={{ params: { categoryId: category.id }, body: { isActive: !category.isActive } }}
      onDone={({ categories }) => categories.filter(({ id }) => id === category.id).forEach(tell)}
      onClose={onClose}
    >
      <p>{category.isActive ? t("deactivateText", { count: category.dealCount }) : t("reactivateText")}</p>
    </ActConfirm>
  );
}

function CategoriesSkeleton() {
  return ["a", "b", "c", "d", "e"].map((key) => <Skeleton key={key} className="mb-2 h-14 w-full" />);
}
