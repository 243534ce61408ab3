"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CategoryIcon } from "@/components/deals/category-icon";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { EditorDrawer } from "@/components/kit/editor-form";
import { QueryState } from "@/components/kit/query-state";
import { sendMany } from "@/components/kit/send-many";
import { useEditor } from "@/components/kit/use-editor";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { DeskCategory } from "@/lib/areas/categories/schemas";
import { CATEGORY_ICONS } from "@/lib/areas/categories/words";
import { readCategory, useActivateCategory, useAddCategory, useChangeCategory } from "./mutations";
import { categoriesQuery } from "./queries";

/** The categories of all merchants' deals: for operators. */
export function CategoriesPage() {
  const t = useTranslations("categories");
  const query = useQuery(categoriesQuery);
  const [edited, setEdited] = useState<DeskCategory | "new" | null>(null);
  const [switched, setSwitched] = useState<DeskCategory | null>(null);
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
  categories: readonly DeskCategory[];
  onEdit: (category: DeskCategory) => void;
  onSwitch: (category: DeskCategory) => void;
}) {
  const t = useTranslations("categories");
  const inLanguage = useInLanguage();
  const nameOf = useNameOf();
  return (
    <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
      <Table
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
          {
            id: "order",
            header: t("order"),
            isNumeric: true,
            cell: ({ sortingNumber }) => <Figure value={sortingNumber} />,
          },
          {
            id: "deals",
            header: t("deals"),
            cell: ({ dealCount, liveDealCount }) =>
              t("dealCounts", { count: dealCount, live: liveDealCount }),
          },
          {
            id: "state",
            header: t("state"),
            cell: ({ isActive }) =>
              isActive ? (
                <Status tone="success">{t("active")}</Status>
              ) : (
                <Status tone="neutral" icon={CircleSlash}>
                  {t("inactive")}
                </Status>
              ),
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

function CategoryForm({
  category,
  next,
  onClose,
}: DialogProps & {
  /** As it was read; null for a new one. */
  category: DeskCategory | null;
  /** The place after the last. */
  next: number;
}) {
  const t = useTranslations("categories");
  const inLanguage = useInLanguage();
  const add = useAddCategory();
  const change = useChangeCategory(category?.id ?? 0);
  const editor = useEditor({
    record: category,
    fieldsOf: (read) => ({
      nameEn: read?.nameEn ?? "",
      nameAr: read?.nameAr ?? "",
      icon: CATEGORY_ICONS.find((icon) => icon === read?.icon) ?? "tag",
      sortingNumber: (read?.sortingNumber ?? next) as number | null | undefined,
    }),
    create: {
      schema: async () => (await import("@/lib/areas/categories/schemas")).categoryFieldsSchema,
      send: add.mutateAsync,
    },
    change: {
      schema: async () => (await import("@/lib/areas/categories/schemas")).updateCategorySchema,
      isWhole: true,
      send: change.mutateAsync,
      read: () => readCategory(category?.id ?? 0),
    },
    onSaved: () => {
      toast({ kind: "success", title: t("saved") });
      onClose();
    },
  });
  const { fields, field } = editor;
  return (
    <EditorDrawer
      title={category === null ? t("create") : t("editTitle")}
      submitLabel={t("save")}
      editor={editor}
      describe={(name, shown) => {
        if (name === "icon") return { label: t("icon"), value: t(`icons.${shown.icon}`) };
        if (name === "sortingNumber") return { label: t("order"), value: String(shown.sortingNumber) };
        return { label: t(name), value: shown[name] };
      }}
      onClose={onClose}
    >
      <TextField label={t("nameEn")} {...field("nameEn")} maxLength={60} autoFocus />
      <TextField label={t("nameAr")} {...field("nameAr")} maxLength={60} />
      <Select
        label={t("icon")}
        options={CATEGORY_ICONS.map((id) => ({ id, label: t(`icons.${id}`) }))}
        {...field("icon")}
      />
      <NumberField label={t("order")} description={t("orderHint")} {...field("sortingNumber")} />
      <p className="flex items-center gap-3 text-ink-soft">
        <CategoryIcon name={fields.icon} className="size-6" />
        <bdi>{inLanguage({ en: fields.nameEn || "—", ar: fields.nameAr })}</bdi>
      </p>
    </EditorDrawer>
  );
}

/** Says what taking it out of use stops, and what it does not. */
function SwitchDialog({ category, onClose }: DialogProps & { category: DeskCategory }) {
  const t = useTranslations("categories");
  const name = useInLanguage()({ en: category.nameEn, ar: category.nameAr });
  const activate = useActivateCategory();
  const offerUndo = useUndo("categories", "deals");
  const tell = ({ id, version, isActive }: DeskCategory) =>
    offerUndo({
      title: t(isActive ? "reactivated" : "deactivated", { name }),
      records: [{ id, version }],
      send: sendMany(`manage/categories/${isActive ? "deactivate" : "reactivate"}`),
      undone: t(isActive ? "deactivated" : "reactivated", { name }),
    });
  return (
    <ConfirmDialog
      title={t(category.isActive ? "deactivate" : "reactivate", { name })}
      confirmLabel={t(category.isActive ? "doDeactivate" : "doReactivate")}
      isDangerous={category.isActive}
      isPending={activate.isPending}
      error={activate.error}
      onConfirm={() =>
        activate.mutate(
          { id: category.id, isActive: !category.isActive },
          {
            onSuccess: ({ categories }) => {
              const now = categories.find(({ id }) => id === category.id);
              if (now) tell(now);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{category.isActive ? t("deactivateText", { count: category.dealCount }) : t("reactivateText")}</p>
    </ConfirmDialog>
  );
}

function CategoriesSkeleton() {
  return ["a", "b", "c", "d", "e"].map((key) => <Skeleton key={key} className="mb-2 h-14 w-full" />);
}
