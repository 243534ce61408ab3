import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { PERSON } from "@/lib/portal/acts/person";

export interface SubjectName {
  en: string;
  ar: string;
}

export type SubjectDatabase = Pick<
  PrismaClient,
  | "user"
  | "branch"
  | "merchant"
  | "apiClient"
  | "deal"
  | "promotionVersion"
  | "couponTemplate"
  | "category"
  | "segmentVersion"
  | "programme"
>;

/** A thing by its kind and its number, as the log keeps it. */
interface Reference {
  type: string;
  id: string;
}

/** An act as far as it names things. */
export interface NamingAct {
  subjectType: string;
  subjectId: string;
  before: unknown;
  after: unknown;
}

/** The names of an act's subject, and of the things whose numbers its fields hold, by `<field> <number>`. */
export interface ActNames {
  subject: SubjectName | null;
  fields: Record<string, SubjectName>;
}

/** Fields of snapshots that hold numbers of things, and of what kind these are. */
const REFERENCES: Readonly<Record<string, string>> = {
  merchantId: "merchant",
  merchantIds: "merchant",
  branchId: "branch",
  branchIds: "branch",
  categoryId: "category",
  segmentId: "segment",
  segmentIds: "segment",
  clientId: "client",
  userId: "user",
  approvedBy: "user",
  consentBy: "user",
};

/** A subject of this kind is called as another is. */
const SAME_AS: Readonly<Record<string, string>> = { account: "user" };
/** The log knows these by a code that people use. */
const CALLED_BY_CODE = new Set(["wallet", "certificate", "certification"]);
/** Stands for all of a kind. */
const ALL = "*";

const keyOf = ({ type, id }: Reference) => `${type} ${id}`;

/**
 * Present names of the acts' subjects, and of the things in their fields; a removed one has the name in its snapshot. The log itself keeps
 * numbers. In the order of the acts.
 */
export async function namesOfActs(
  database: SubjectDatabase,
  acts: readonly NamingAct[],
): Promise<ActNames[]> {
  const named = acts.map((act) => ({ act, subject: subjectOf(act), fields: referencesOf(act) }));
  const names = await readNames(
    database,
    named.flatMap(({ subject, fields }) => [subject, ...fields]),
  );
  return named.map(({ act, subject, fields }) => ({
    subject:
      names.get(keyOf(subject)) ?? codeOf(subject) ?? nameInSnapshot(act.after) ?? nameInSnapshot(act.before),
    fields: Object.fromEntries(
      fields.flatMap((reference) => {
        const name = names.get(keyOf(reference));
        return name === undefined ? [] : [[`${reference.field} ${reference.id}`, name]];
      }),
    ),
  }));
}

function subjectOf({ subjectType, subjectId }: NamingAct): Reference {
  return { type: SAME_AS[subjectType] ?? subjectType, id: subjectId };
}

/** The things whose numbers stand in the snapshots of an act. Pure. */
export function referencesOf({
  before,
  after,
}: Pick<NamingAct, "before" | "after">): (Reference & { field: string })[] {
  return [before, after].flatMap((snapshot) =>
    Object.entries(fieldsOf(snapshot)).flatMap(([field, value]) => {
      const type = REFERENCES[field];
      if (type === undefined) return [];
      const ids: unknown[] = Array.isArray(value) ? value : [value];
      return ids.filter((id) => typeof id === "number").map((id) => ({ field, type, id: String(id) }));
    }),
  );
}

function codeOf({ type, id }: Reference): SubjectName | null {
  return CALLED_BY_CODE.has(type) && id !== ALL ? { en: id, ar: id } : null;
}

/** The name in a snapshot; null when there is none. Pure. */
export function nameInSnapshot(snapshot: unknown): SubjectName | null {
  const { nameEn, nameAr, titleEn, titleAr, name, fileName, url, walletCode } = fieldsOf(snapshot);
  const en = [nameEn, titleEn, name, fileName, url, walletCode].find(isText);
  return en === undefined ? null : { en, ar: [nameAr, titleAr].find(isText) ?? en };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function fieldsOf(snapshot: unknown): Record<string, unknown> {
  return typeof snapshot === "object" && snapshot !== null ? (snapshot as Record<string, unknown>) : {};
}

/** The names of the things that have one, by {@link keyOf}. */
async function readNames(
  database: SubjectDatabase,
  references: readonly Reference[],
): Promise<Map<string, SubjectName>> {
  const idsOf = (wanted: string) => {
    const ids = references.filter(({ type }) => type === wanted).map(({ id }) => id);
    return [...new Set(ids)].filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  };
  const of = (type: string) => ({ where: { id: { in: idsOf(type) } } });
  const bilingual = { id: true, nameEn: true, nameAr: true } as const;
  const titled = { id: true, titleEn: true, titleAr: true } as const;
  const [users, clients, branches, merchants, categories, programmes, promotions] = await Promise.all([
    database.user.findMany({ ...of("user"), select: PERSON }),
    database.apiClient.findMany({ ...of("client"), select: { id: true, name: true } }),
    database.branch.findMany({ ...of("branch"), select: bilingual }),
    database.merchant.findMany({ ...of("merchant"), select: bilingual }),
    database.category.findMany({ ...of("category"), select: bilingual }),
    database.programme.findMany({ ...of("programme"), select: bilingual }),
    database.promotionVersion.findMany({
      where: { promotionId: { in: idsOf("promotion") }, isCurrent: true },
      select: { promotionId: true, nameEn: true, nameAr: true },
    }),
  ]);
  const [deals, templates, segments] = await Promise.all([
    database.deal.findMany({ ...of("deal"), select: { ...titled, offerNumber: true } }),
    database.couponTemplate.findMany({ ...of("coupon_template"), select: titled }),
    database.segmentVersion.findMany({
      where: { segmentId: { in: idsOf("segment") } },
      distinct: ["segmentId"],
      orderBy: { id: "desc" },
      select: { segmentId: true, nameEn: true, nameAr: true },
    }),
  ]);
  const entry = (type: string, id: number, en: string, ar: string) =>
    [keyOf({ type, id: String(id) }), { en, ar }] as const;
  const once = (type: string, found: { id: number; name: string }[]) =>
    found.map(({ id, name }) => entry(type, id, name, name));
  const twice = (type: string, found: { id: number; nameEn: string; nameAr: string }[]) =>
    found.map(({ id, nameEn, nameAr }) => entry(type, id, nameEn, nameAr));
  return new Map([
    ...once("user", users),
    ...once("client", clients),
    ...twice("branch", branches),
    ...twice("merchant", merchants),
    ...twice("category", categories),
    ...twice("programme", programmes),
    ...promotions.map(({ promotionId, nameEn, nameAr }) => entry("promotion", promotionId, nameEn, nameAr)),
    ...templates.map(({ id, titleEn, titleAr }) => entry("coupon_template", id, titleEn, titleAr)),
    // A draft may have no title, or one in Arabic only.
    ...deals.map(({ id, titleEn, titleAr, offerNumber }) =>
      entry("deal", id, titleEn || titleAr || offerNumber, titleAr),
    ),
    ...segments.map(({ segmentId, nameEn, nameAr }) => entry("segment", segmentId, nameEn, nameAr)),
  ]);
}
