import type { Bilingual } from "@/lib/platform/language";

/** Longest file of branches, in bytes. */
export const BRANCH_FILE_BYTES_MAX = 1_500_000;

/** The columns of the file, of which the first three must be filled in. */
export const BRANCH_FILE_COLUMNS = [
  "msisdn",
  "nameEn",
  "nameAr",
  "addressEn",
  "addressAr",
  "phone",
  "latitude",
  "longitude",
] as const;

export const BRANCH_FILE_NAMES: Readonly<Record<BranchFileColumn, Bilingual>> = {
  msisdn: { en: "Mobile number", ar: "رقم الموبايل" },
  nameEn: { en: "Name in English", ar: "الاسم بالإنجليزية" },
  nameAr: { en: "Name in Arabic", ar: "الاسم بالعربية" },
  addressEn: { en: "Address in English", ar: "العنوان بالإنجليزية" },
  addressAr: { en: "Address in Arabic", ar: "العنوان بالعربية" },
  phone: { en: "Phone", ar: "التليفون" },
  latitude: { en: "Latitude", ar: "خط العرض" },
  longitude: { en: "Longitude", ar: "خط الطول" },
};

export type BranchFileColumn = (typeof BRANCH_FILE_COLUMNS)[number];
