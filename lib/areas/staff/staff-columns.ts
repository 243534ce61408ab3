import type { CsvColumn } from "@/lib/platform/csv";
import { formatOffsetDateTime } from "@/lib/platform/time";
import type { UserView } from "./user-view";

/** The columns of the file of chosen staff. */
export function staffColumns(zone: string): CsvColumn<UserView>[] {
  return [
    { header: { en: "Name", ar: "الاسم" }, cell: ({ name }) => name },
    { header: { en: "User name", ar: "اسم المستخدم" }, cell: ({ username }) => username },
    { header: { en: "E-mail", ar: "البريد الإلكتروني" }, cell: ({ email }) => email },
    { header: { en: "Role", ar: "الدور" }, cell: ({ role }) => role },
    { header: { en: "Active", ar: "مفعّل" }, cell: ({ isActive }) => isActive },
    {
      header: { en: "Two-step sign-in", ar: "التحقق بخطوتين" },
      cell: ({ twoFactorEnabled }) => twoFactorEnabled,
    },
    {
      header: { en: "Last active", ar: "آخر نشاط" },
      cell: ({ lastActiveAt }) => lastActiveAt && formatOffsetDateTime(lastActiveAt, zone),
    },
  ];
}
