import type { Bilingual } from "@/lib/platform/language";

/** Texts of the frame around the pages. */
export const WORDS = {
  product: { en: "Points API", ar: "واجهة برمجة النقاط" },
  skip: { en: "Skip to the text", ar: "انتقل إلى النص" },
  pages: { en: "Pages", ar: "الصفحات" },
  onThisPage: { en: "On this page", ar: "في هذه الصفحة" },
  reference: { en: "API reference", ar: "مرجع الواجهة" },
  search: { en: "Search the documentation", ar: "ابحث في التوثيق" },
  results: { en: "Search results", ar: "نتائج البحث" },
  resultCount: { en: "Results: {count}", ar: "عدد النتائج: {count}" },
  noResults: { en: "Nothing found", ar: "لا توجد نتائج" },
  otherLanguage: { en: "العربية", ar: "English" },
  theme: { en: "Theme", ar: "المظهر" },
  themeSystem: { en: "As the device", ar: "مثل الجهاز" },
  themeLight: { en: "Light", ar: "فاتح" },
  themeDark: { en: "Dark", ar: "داكن" },
  copy: { en: "Copy", ar: "نسخ" },
  copied: { en: "Copied", ar: "تم النسخ" },
  programmingLanguage: { en: "Programming language", ar: "لغة البرمجة" },
  table: { en: "Table", ar: "جدول" },
  linkTo: { en: "Link to this section", ar: "رابط هذا القسم" },
  asMarkdown: { en: "This page as Markdown", ar: "هذه الصفحة بصيغة Markdown" },
  needsScript: {
    en: "This page needs JavaScript. The same reference is in",
    ar: "تحتاج هذه الصفحة إلى JavaScript. والمرجع نفسه في",
  },
  notFound: { en: "There is no such page", ar: "لا توجد صفحة بهذا العنوان" },
  notFoundText: { en: "The pages there are:", ar: "الصفحات الموجودة:" },
  previous: { en: "Before", ar: "السابق" },
  next: { en: "Next", ar: "التالي" },
} as const satisfies Record<string, Bilingual>;
