import type { ClientBase } from "pg";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import { UNNAMED } from "@/lib/platform/brand";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { ensureSystemUser, SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";
import { RETURN_PRESET_PERCENT } from "./words";

/** Rates and categories of a new programme; people change all of them. */
export interface Beginning {
  /** Points that pay one currency unit; one unit earns one point. */
  redeemFactor: string;
  categories: readonly { nameEn: string; nameAr: string; icon: string }[];
}

/** The beginning of a service that is set up: customers get a usual part of their bills back, and a first deal finds its category. */
export const FIRST_BEGINNING: Beginning = {
  redeemFactor: String(100 / RETURN_PRESET_PERCENT),
  categories: [
    { nameEn: "Coffee and drinks", nameAr: "قهوة ومشروبات", icon: "coffee" },
    { nameEn: "Restaurants", nameAr: "مطاعم", icon: "utensils" },
    { nameEn: "Groceries", nameAr: "بقالة", icon: "shopping-basket" },
    { nameEn: "Fashion", nameAr: "أزياء", icon: "shirt" },
    { nameEn: "Health and beauty", nameAr: "صحة وجمال", icon: "heart-pulse" },
    { nameEn: "Electronics", nameAr: "إلكترونيات", icon: "smartphone" },
    { nameEn: "Other", nameAr: "أخرى", icon: "tag" },
  ],
};

/** The segment of every new wallet: N currency units earn N points (rules.md §1). */
const DEFAULT_SEGMENT = {
  nameEn: "Standard",
  nameAr: "قياسي",
  value: 0n,
  rewardFactor: "1",
} as const;

/** Bonuses of a new programme are none; once there are any, they wait for a second visit. */
const DEFAULT_REFERRALS = { referralSecondVisit: true, referralPerEnrollerMax: 50 } as const;

/** Serialises processes that start together. Any constant would do. */
export const FOUNDATION_LOCK = 7_305_112_021;

/**
 * Gives an empty database what nothing works without: the programme with its default rules, the default segment and the system user.
 * Existing rows stay as they are. To be called at every start, after the migrations and after the demo data, which want to find the
 * database empty. Safe to call from several processes at once. Without `beginning` one point pays one currency unit, and there are no
 * categories.
 * @returns the number of the system user
 */
export function ensureFoundation(
  database: PrismaClient,
  { redeemFactor, categories }: Beginning = { redeemFactor: "1", categories: [] },
): Promise<number> {
  return database.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FOUNDATION_LOCK})`;
    const programme = await tx.programme.findUnique({ where: { id: 1 }, select: { id: true } });
    if (programme === null) {
      await tx.programme.create({
        data: { id: 1, ...UNNAMED, ...DEFAULT_LIMITS, ...DEFAULT_DAY_LIMITS, ...DEFAULT_REFERRALS },
      });
      if ((await tx.category.count()) === 0)
        await tx.category.createMany({
          data: categories.map((category, index) => ({ ...category, sortingNumber: index + 1 })),
        });
    }
    const segment = await tx.segment.findFirst({ where: { isDefault: true }, select: { id: true } });
    if (segment === null) {
      await tx.segment.create({
        data: { isDefault: true, segmentVersions: { create: { ...DEFAULT_SEGMENT, redeemFactor } } },
      });
    }
    return ensureSystemUser(tx);
  });
}

/**
 * Whether all of it is there already, asked in one statement and without Prisma, which takes longer to load than the rest of a start.
 * Nothing removes the foundation: true stays true.
 */
export async function isFoundationLaid(session: ClientBase): Promise<boolean> {
  const { rows } = await session.query<{ isLaid: boolean }>(
    `SELECT EXISTS (SELECT FROM programme WHERE id = 1)
        AND EXISTS (SELECT FROM segment WHERE is_default)
        AND EXISTS (SELECT FROM app_user WHERE email = $1) AS "isLaid"`,
    [SYSTEM_USER_EMAIL],
  );
  return rows[0]?.isLaid === true;
}
