import type { Language } from "@/lib/platform/language";
import { writerOf } from "@/lib/platform/writing/writer";
import type { Transaction } from "./administer";
import { AdminError } from "./errors";
import { PERSON, personName } from "./person";
import type { Role } from "./roles";

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const PEOPLE_MAX = 3;

/** Why a person who is proven does not come in: their own access, or that of their merchant, has ended. */
export type Ended = { merchantId: number } | { userId: number };

const readPeople = (database: Pick<Transaction, "user">, role: Role, merchantId: number | null) =>
  database.user.findMany({
    where: { ...{ kind: "portal", isActive: true }, role, merchantId },
    select: PERSON,
    orderBy: { id: "asc" },
    take: PEOPLE_MAX,
  });

/** People of the programme to ask, {@link PEOPLE_MAX} at most. */
export const readOperators = (database: Pick<Transaction, "user">) =>
  readPeople(database, "programme_operator", null);

const namesOf = (people: readonly Parameters<typeof personName>[0][]) => ({
  en: people.map((one) => personName(one, "en")).join(", "),
  ar: people.map((one) => personName(one, "ar")).join("، "),
});

/** Says to a person who is proven why they do not come in, and whom to ask: admins of their merchant, else operators. */
export async function accessEnded(
  database: Pick<Transaction, "merchant" | "programme" | "user">,
  ended: Ended,
): Promise<AdminError> {
  if ("merchantId" in ended) return merchantEnded(database, ended.merchantId);
  const where = { id: ended.userId };
  const { merchantId } = await database.user.findUniqueOrThrow({ where, select: { merchantId: true } });
  const admins = merchantId === null ? [] : await readPeople(database, "merchant_admin", merchantId);
  const people = namesOf(admins.length > 0 ? admins : await readOperators(database));
  return new AdminError("access_ended", { people });
}

/** Says to a person of a merchant that has ended when it did, and whom to ask. */
export async function merchantEnded(
  database: Pick<Transaction, "merchant" | "programme" | "user">,
  merchantId: number,
): Promise<AdminError> {
  const [merchant, operators] = await Promise.all([
    database.merchant.findUniqueOrThrow({
      where: { id: merchantId },
      select: { nameEn: true, nameAr: true, lastDay: true, updatedAt: true },
    }),
    readOperators(database),
  ]);
  // A day is a date; merchants that were stopped before days were kept have a moment.
  const zone =
    merchant.lastDay === null
      ? (await database.programme.findUniqueOrThrow({ where: { id: 1 } })).timeZone
      : "UTC";
  const day = (language: Language) =>
    writerOf(language, zone).dateTime(merchant.lastDay ?? merchant.updatedAt, DAY);
  return new AdminError("merchant_ended", {
    merchant: { en: merchant.nameEn, ar: merchant.nameAr },
    day: { en: day("en"), ar: day("ar") },
    people: namesOf(operators),
  });
}
