"use client";

import { useTranslations } from "next-intl";
import { CategoryIcon } from "@/components/deals/category-icon";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { useEditor } from "@/components/kit/use-editor";
import { useInLanguage } from "@/components/kit/use-language";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { categories as api } from "@/lib/areas/categories/contract";
import type { CountedCategory } from "@/lib/areas/categories/record";
import { CATEGORY_ICONS } from "@/lib/areas/categories/words";

/** A category: both names, its picture and its place. */
export function CategoryForm({
  category,
  next,
  onClose,
}: {
  onClose: () => void;
  /** As it was read; null for a new one. */
  category: CountedCategory | null;
  /** The place after the last. */
  next: number;
}) {
  const t = useTranslations("categories");
  const inLanguage = useInLanguage();
  const create = useRequest(api.create);
  const change = useRequest(api.change, { params: { categoryId: category?.id ?? 0 } });
  const editor = useEditor({
    record: category,
    fieldsOf: (read) => ({
      nameEn: read?.nameEn ?? "",
      nameAr: read?.nameAr ?? "",
      icon: CATEGORY_ICONS.find((icon) => icon === read?.icon) ?? "tag",
      sortingNumber: (read?.sortingNumber ?? next) as number | null | undefined,
    }),
    create,
    change: {
      ...change,
      isWhole: true,
      read: async () => required((await send(api.list)).categories.find(({ id }) => id === category?.id)),
    },
    said: t("saved"),
    onSaved: onClose,
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
      <TextField label={t("nameEn")} {...field("nameEn")} maxLength={60} />
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
