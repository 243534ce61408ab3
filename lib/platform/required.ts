import type { Bilingual } from "./language";

/** Problem of a field without a value. Pages name the field in its place. */
export const REQUIRED: Bilingual = { en: "Fill in this field", ar: "املأ هذا الحقل" };
