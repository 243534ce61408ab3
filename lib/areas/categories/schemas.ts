import * as z from "zod/mini";
import { idSchema } from "@/lib/portal/wire/id";
import { safe } from "@/lib/portal/wire/safe-text";
import { CATEGORY_ICONS } from "./words";

// What the desk asks of categories and is told. Shared by the routes and the browser.

const line = (lengthMax: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax), safe);
const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647));
const idParameter = z.pipe(z.coerce.number(), idSchema);

export const categoryFieldsSchema = z.object({
  nameEn: line(60),
  nameAr: line(60),
  icon: z.enum(CATEGORY_ICONS),
  sortingNumber: z.int().check(z.minimum(0), z.maximum(9_999)),
});
export type CategoryFields = z.infer<typeof categoryFieldsSchema>;

export const updateCategorySchema = z.extend(categoryFieldsSchema, { version: version });
export const activateCategorySchema = z.object({ isActive: z.boolean() });
export const categoryTargetSchema = z.object({ categoryId: idParameter });

export const deskCategorySchema = z.object({
  id: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  icon: z.string(),
  sortingNumber: z.int(),
  isActive: z.boolean(),
  version: version,
  dealCount: z.int(),
  liveDealCount: z.int(),
});
export type DeskCategory = z.infer<typeof deskCategorySchema>;
export const deskCategoriesSchema = z.object({ categories: z.array(deskCategorySchema) });
