/** The icons that a category can be given. */
export const CATEGORY_ICONS = [
  "tag",
  "shopping-basket",
  "utensils",
  "coffee",
  "shirt",
  "smartphone",
  "sofa",
  "heart-pulse",
  "plane",
  "book-open",
] as const;
