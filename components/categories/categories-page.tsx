"use client";

import { CircleCheck, CircleSlash, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CategoryIcon } from "@/components/deals/category-icon";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice } from "@/components/kit/stale-notice";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Figure } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { CATEGORY_ICONS, categoryFieldsSchema, type DeskCategory } from "@/lib/areas/deals/desk-schemas";
import { fieldProblems } from "@/lib/portal/wire/field-problems";
import { useActivateCategory, useCategories, useSaveCategory } from "./queries";

/** The categories of all merchants' deals: for operators. */
export function CategoriesPage() {
  const t = useTranslations("categories");
  const tErrors = useTranslations("errors");
  const { textOf } = useErrorText();
  const query = useCategories();
  const [edited, setEdited] = useState<DeskCategory | "new" | null>(null);
  const [switched, setSwitched] = useState<DeskCategory | null>(null);
  const categories = query.data?.categories;
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
      {categories === undefined && !query.isError && <CategoriesSkeleton />}
      {categories === undefined && query.isError && (
        <ErrorState title={tErrors("couldNotLoad")} onRetry={() => void query.refetch()}>
          {textOf(toPortalError(query.error))}
        </ErrorState>
      )}
      {categories?.length === 0 && <EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
      {categories !== undefined && categories.length > 0 && (
        <CategoryTable categories={categories} onEdit={setEdited} onSwitch={setSwitched} />
      )}
      {edited && (
        <CategoryForm
          category={edited === "new" ? null : edited}
          present={categories?.find((one) => edited !== "new" && one.id === edited.id) ?? null}
          next={Math.max(0, ...(categories ?? []).map(({ sortingNumber }) => sortingNumber)) + 1}
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
  const nameOf = ({ nameEn, nameAr }: DeskCategory) => inLanguage({ en: nameEn, ar: nameAr });
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
                  <bdi className="block font-medium">{inLanguage({ en: nameEn, ar: nameAr })}</bdi>
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

interface CategoryFormProps extends DialogProps {
  /** As it was read; null for a new one. */
  category: DeskCategory | null;
  /** As it is now. */
  present: DeskCategory | null;
  /** The place after the last. */
  next: number;
}

function CategoryForm({ category, present, next, onClose }: CategoryFormProps) {
  const t = useTranslations("categories");
  const { fieldTextOf } = useErrorText();
  const inLanguage = useInLanguage();
  const [first] = useState({
    nameEn: category?.nameEn ?? "",
    nameAr: category?.nameAr ?? "",
    icon: CATEGORY_ICONS.find((icon) => icon === category?.icon) ?? "tag",
    sortingNumber: (category?.sortingNumber ?? next) as number | null | undefined,
  });
  const [form, setForm] = useState(first);
  const [isTried, setTried] = useState(false);
  const save = useSaveCategory();
  const error = save.error === null ? null : toPortalError(save.error);
  const checked = categoryFieldsSchema.safeParse(form);
  const problems = checked.success || !isTried ? {} : fieldProblems(checked.error, form);
  const problemOf = (field: keyof typeof form) => {
    const problem = problems[field];
    return problem === undefined ? fieldTextOf(error, field) : inLanguage(problem);
  };
  const changesOf = (read: DeskCategory, now: DeskCategory) => [
    ...(["nameEn", "nameAr"] as const)
      .filter((field) => read[field] !== now[field])
      .map((field) => ({ label: t(field), value: now[field] })),
    ...(read.icon === now.icon ? [] : [{ label: t("icon"), value: now.icon }]),
    ...(read.sortingNumber === now.sortingNumber
      ? []
      : [{ label: t("order"), value: String(now.sortingNumber) }]),
    ...(read.isActive === now.isActive
      ? []
      : [{ label: t("state"), value: t(now.isActive ? "active" : "inactive") }]),
  ];
  const change = (changes: Partial<typeof form>) => setForm((known) => ({ ...known, ...changes }));
  // Told what somebody else made of it, saving again is one's own choice.
  const isConflict = error?.code === "conflict" && present !== null;
  const isDirty = JSON.stringify(form) !== JSON.stringify(first);
  const submit = () => {
    setTried(true);
    if (!checked.success) return;
    save.mutate(
      { category: isConflict ? present : category, fields: checked.data },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("saved") });
          onClose();
        },
      },
    );
  };
  return (
    <FormDrawer
      title={category === null ? t("create") : t("editTitle")}
      submitLabel={t("save")}
      isDirty={isDirty}
      isPending={save.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {isConflict && category && <ConflictNotice changes={changesOf(category, present)} />}
      <TextField
        label={t("nameEn")}
        value={form.nameEn}
        onChange={(nameEn) => change({ nameEn })}
        errorMessage={problemOf("nameEn")}
        maxLength={60}
        autoFocus
      />
      <TextField
        label={t("nameAr")}
        value={form.nameAr}
        onChange={(nameAr) => change({ nameAr })}
        errorMessage={problemOf("nameAr")}
        maxLength={60}
      />
      <Select
        label={t("icon")}
        options={CATEGORY_ICONS.map((id) => ({ id, label: t(`icons.${id}`) }))}
        value={form.icon}
        onChange={(icon) => change({ icon })}
      />
      <NumberField
        label={t("order")}
        description={t("orderHint")}
        value={form.sortingNumber}
        onChange={(sortingNumber) => change({ sortingNumber })}
        errorMessage={problemOf("sortingNumber")}
      />
      <p className="flex items-center gap-3 text-ink-soft">
        <CategoryIcon name={form.icon} className="size-6" />
        <bdi>{inLanguage({ en: form.nameEn || "—", ar: form.nameAr })}</bdi>
      </p>
    </FormDrawer>
  );
}

/** Says what taking it out of use stops, and what it does not. */
function SwitchDialog({ category, onClose }: DialogProps & { category: DeskCategory }) {
  const t = useTranslations("categories");
  const tUi = useTranslations("ui");
  const { textOf } = useErrorText();
  const name = useInLanguage()({ en: category.nameEn, ar: category.nameAr });
  const activate = useActivateCategory();
  const title = t(category.isActive ? "deactivate" : "reactivate", { name });
  return (
    <Dialog
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {tUi("cancel")}
          </Button>
          <Button
            variant={category.isActive ? "danger" : "primary"}
            isPending={activate.isPending}
            onPress={() =>
              activate.mutate({ id: category.id, isActive: !category.isActive }, { onSuccess: onClose })
            }
          >
            {t(category.isActive ? "doDeactivate" : "doReactivate")}
          </Button>
        </>
      }
    >
      <p>{category.isActive ? t("deactivateText", { count: category.dealCount }) : t("reactivateText")}</p>
      {activate.error && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {textOf(toPortalError(activate.error))}
        </Notice>
      )}
    </Dialog>
  );
}

export function CategoriesSkeleton() {
  return (
    <Loading>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="mb-2 h-14 w-full" />
      ))}
    </Loading>
  );
}
