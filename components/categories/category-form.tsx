"use client";

import { useTranslations } from "next-intl";
import { CategoryIcon } from "@/components/deals/category-icon";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useInLanguage } from "@/components/kit/use-language";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { DeskCategory } from "@/lib/areas/categories/schemas";
import { CATEGORY_ICONS } from "@/lib/areas/categories/words";
import { readCategory, useAddCategory, useChangeCategory } from "./mutations";

/** A category: both names, its picture and its place. */
export function CategoryForm({
  category,
  next,
  onClose,
}: {
  onClose: () => void;
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
