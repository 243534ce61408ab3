import { type Act, lockRow } from "@/lib/areas/administer";
import { AdminError } from "@/lib/areas/errors";
import type { Category } from "@/lib/platform/database/generated/client";

/** A category of deals, which all merchants share. */
export interface CategoryView {
  id: number;
  nameEn: string;
  nameAr: string;
  /** Name of a lucide icon. */
  icon: string;
  sortingNumber: number;
  isActive: boolean;
  version: number;
}

export function categoryView({
  id,
  nameEn,
  nameAr,
  icon,
  sortingNumber,
  isActive,
  version,
}: Category): CategoryView {
  return { id, nameEn, nameAr, icon, sortingNumber, isActive, version };
}

/**
 * Locks and reads a category.
 * @throws AdminError not_found
 */
export async function lockCategory({ tx }: Act, categoryId: number): Promise<CategoryView> {
  await lockRow(tx, "category", categoryId);
  const row = await tx.category.findUnique({ where: { id: categoryId } });
  if (row === null) throw new AdminError("not_found", { subject: "category" });
  return categoryView(row);
}

/** Writes a change of a locked category, with its audit row and its announcement. */
export async function changeCategory(
  { tx, record, announce }: Act,
  before: CategoryView,
  data: Partial<Omit<CategoryView, "id" | "version">>,
): Promise<CategoryView> {
  const after = categoryView(
    await tx.category.update({
      where: { id: before.id },
      data: { ...data, version: { increment: 1 } },
    }),
  );
  await record({
    subject: "category",
    subjectId: after.id,
    merchantId: null,
    before: { ...before },
    after: { ...after },
  });
  await announce("category", after.id);
  return after;
}
