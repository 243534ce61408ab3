import type { PrismaClient } from "@/lib/platform/database/generated/client";

/** What a subject is called at this moment. */
export interface SubjectName {
  en: string;
  ar: string;
}

export type SubjectDatabase = Pick<PrismaClient, "user" | "branch" | "merchant" | "apiClient">;

interface SubjectRow {
  subjectType: string;
  subjectId: string;
}

export const subjectKey = ({ subjectType, subjectId }: SubjectRow): string => `${subjectType} ${subjectId}`;

/** The names of the subjects that have one, by {@link subjectKey}. The log itself keeps their numbers. */
export async function subjectNames(
  database: SubjectDatabase,
  rows: readonly SubjectRow[],
): Promise<Map<string, SubjectName>> {
  const of = (type: string) => {
    const ids = rows.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
    return { where: { id: { in: [...new Set(ids)].filter((id) => /^\d{1,9}$/.test(id)).map(Number) } } };
  };
  const [users, clients, branches, merchants] = await Promise.all([
    database.user.findMany({ ...of("user"), select: { id: true, name: true } }),
    database.apiClient.findMany({ ...of("client"), select: { id: true, name: true } }),
    database.branch.findMany({ ...of("branch"), select: { id: true, nameEn: true, nameAr: true } }),
    database.merchant.findMany({ ...of("merchant"), select: { id: true, nameEn: true, nameAr: true } }),
  ]);
  const once = (type: string, found: { id: number; name: string }[]) =>
    found.map(({ id, name }) => [`${type} ${id}`, { en: name, ar: name }] as const);
  const twice = (type: string, found: { id: number; nameEn: string; nameAr: string }[]) =>
    found.map(({ id, nameEn, nameAr }) => [`${type} ${id}`, { en: nameEn, ar: nameAr }] as const);
  return new Map([
    ...once("user", users),
    ...once("client", clients),
    ...twice("branch", branches),
    ...twice("merchant", merchants),
  ]);
}
