import * as z from "zod/mini";
import { record, shown, written } from "@/lib/portal/record";
import { idParameter } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { CATEGORY_ICONS } from "./words";

const name = line(60);

/** A category of deals, which all merchants share. */
export const category = record({
  nameEn: written(name),
  nameAr: written(name),
  /** Name of a lucide icon. */
  icon: written(z.enum(CATEGORY_ICONS)),
  sortingNumber: written(z.int().check(z.minimum(0), z.maximum(9_999))),
  isActive: shown(z.boolean()),
});
export const { create, change } = category;
export const activate = z.object({ isActive: z.boolean() });
export const target = z.object({ categoryId: idParameter });
export const counted = z.extend(category.answer, { dealCount: z.int(), liveDealCount: z.int() });
export const list = z.object({ categories: z.array(counted) });
export { manyAnswerSchema as manyAnswer, manySchema as many } from "@/lib/portal/wire/many";

export type Category = z.infer<typeof category.answer>;
export type CategoryFields = z.infer<typeof create>;
export type CountedCategory = z.infer<typeof counted>;
