import type { Language } from "@/lib/platform/language";
import { writerOf } from "@/lib/platform/writing/writer";
import type { Transaction } from "./administer";
import { AdminError } from "./errors";
import { PERSON, personName } from "./person";

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const PEOPLE_MAX = 3;

/** People of the programme to ask, {@link PEOPLE_MAX} at most. */
export const readOperators = (database: Pick<Transaction, "user">) =>
  database.user.findMany({
    where: { kind: "portal", role: "programme_operator", isActive: true },
    select: PERSON,
    orderBy: { id: "asc" },
    take: PEOPLE_MAX,
  });

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
  const people = (language: Language) => operators.map((one) => personName(one, language));
  return new AdminError("merchant_ended", {
    merchant: { en: merchant.nameEn, ar: merchant.nameAr },
    day: { en: day("en"), ar: day("ar") },
    people: { en: people("en").join(", "), ar: people("ar").join("، ") },
  });
}
