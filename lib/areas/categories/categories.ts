import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import { type Act, administer, lockRow, requireVersion, requireVersionIfNamed } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { dealState, type StoredDealState } from "@/lib/areas/deals/states";
import { AdminError } from "@/lib/areas/errors";
import type { Category, Prisma } from "@/lib/platform/database/generated/client";

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

function categoryView({
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
async function lockCategory({ tx }: Act, categoryId: number): Promise<CategoryView> {
  await lockRow(tx, "category", categoryId);
  const row = await tx.category.findUnique({ where: { id: categoryId } });
  if (row === null) throw new AdminError("not_found", { subject: "category" });
  return categoryView(row);
}

/** Writes a change of a locked category, with its audit row and its announcement. */
async function changeCategory(
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

const IN_ORDER = [
  { sortingNumber: "asc" },
  { id: "asc" },
] as const satisfies Prisma.CategoryOrderByWithRelationInput[];

/** The categories, in use or not, in the programme's order. */
export async function categoriesInOrder({ database }: AdminContext): Promise<CategoryView[]> {
  return (await database.category.findMany({ orderBy: [...IN_ORDER] })).map(categoryView);
}

/** A category with the deals that are in it, of all merchants. */
export interface CountedCategory extends CategoryView {
  dealCount: number;
  liveDealCount: number;
}

/**
 * The same with how many deals are in each.
 * @throws AdminError forbidden
 */
export async function listCategories(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<CountedCategory[]> {
  requirePermission(actor, "category.read");
  const now = clock.now();
  const rows = await database.category.findMany({
    include: { deals: { select: { state: true, startDate: true, endDate: true } } },
    orderBy: [...IN_ORDER],
  });
  return rows.map(({ deals, ...row }) => ({
    ...categoryView(row),
    dealCount: deals.length,
    liveDealCount: deals.filter(
      (deal) => dealState({ ...deal, state: deal.state as StoredDealState }, now) === "live",
    ).length,
  }));
}

export type CreateCategoryInput = Pick<CategoryView, "nameEn" | "nameAr" | "icon" | "sortingNumber">;

/**
 * Makes a category, which deals can be put into at once.
 * @throws AdminError forbidden
 */
export function createCategory(
  context: AdminContext,
  actor: AdminActor,
  fields: CreateCategoryInput,
): Promise<CategoryView> {
  return administer(context, actor, "category.create", async ({ tx, record, announce }) => {
    const category = categoryView(await tx.category.create({ data: fields }));
    await record({
      subject: "category",
      subjectId: category.id,
      merchantId: null,
      before: null,
      after: { ...category },
    });
    await announce("category", category.id);
    return category;
  });
}

export type UpdateCategoryInput = {
  categoryId: number;
  /** The version that was read. */
  version: number;
} & CreateCategoryInput;

/**
 * Changes a category, with all deals that are in it.
 * @throws AdminError forbidden, not_found, conflict
 */
export function updateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version, ...fields }: UpdateCategoryInput,
): Promise<CategoryView> {
  return administer(context, actor, "category.update", async (act) => {
    const category = await lockCategory(act, categoryId);
    requireVersion("category", category.version, version);
    return changeCategory(act, category, fields);
  });
}

/**
 * Takes a category out of use: no further deals are put into it. Those that are in it stay, and stay listed. One that is
 * out of use already stays as it is.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function deactivateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version }: { categoryId: number; version?: number | undefined },
): Promise<CategoryView> {
  return administer(context, actor, "category.deactivate", async (act) => {
    const category = await lockCategory(act, categoryId);
    requireVersionIfNamed("category", category.version, version);
    return category.isActive ? changeCategory(act, category, { isActive: false }) : category;
  });
}

/**
 * Takes a category into use again. One that is in use already stays as it is.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function reactivateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version }: { categoryId: number; version?: number | undefined },
): Promise<CategoryView> {
  return administer(context, actor, "category.reactivate", async (act) => {
    const category = await lockCategory(act, categoryId);
    requireVersionIfNamed("category", category.version, version);
    return category.isActive ? category : changeCategory(act, category, { isActive: true });
  });
}
