import type { ClientBase } from "pg";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { ensureSystemUser, SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";

const PROGRAMME_NAME = { nameEn: "Points programme", nameAr: "برنامج النقاط" } as const;

/** The segment of every new wallet: N currency units earn N points and N points pay N (rules.md §1). */
const DEFAULT_SEGMENT = {
  nameEn: "Standard",
  nameAr: "قياسي",
  value: 0n,
  rewardFactor: "1",
  redeemFactor: "1",
} as const;

/** Bonuses of a new programme are none; once there are any, they wait for a second visit. */
const DEFAULT_REFERRALS = { referralSecondVisit: true, referralPerEnrollerMax: 50 } as const;

/** Serialises processes that start together. Any constant would do. */
export const FOUNDATION_LOCK = 7_305_112_021;

/**
 * Gives an empty database what nothing works without: the programme with its default rules, the default segment and the system user.
 * Existing rows stay as they are. To be called at every start, after the migrations and after the demo data, which want to find the
 * database empty. Safe to call from several processes at once.
 * @returns the number of the system user
 */
export function ensureFoundation(database: PrismaClient): Promise<number> {
  return database.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FOUNDATION_LOCK})`;
    const programme = await tx.programme.findUnique({ where: { id: 1 }, select: { id: true } });
    if (programme === null)
      await tx.programme.create({
        data: { id: 1, ...PROGRAMME_NAME, ...DEFAULT_LIMITS, ...DEFAULT_DAY_LIMITS, ...DEFAULT_REFERRALS },
      });
    const segment = await tx.segment.findFirst({ where: { isDefault: true }, select: { id: true } });
    if (segment === null) {
      await tx.segment.create({ data: { isDefault: true, segmentVersions: { create: DEFAULT_SEGMENT } } });
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
