import pg from "pg";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { createBranch } from "@/lib/areas/branches/branches";
import type { DealFields } from "@/lib/areas/deals/deals";
import { createMerchant } from "@/lib/areas/merchants/merchants";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { createUser } from "@/lib/areas/staff/users";
import { createLedger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { type AdminActor, systemActor } from "@/lib/portal/acts/actor";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import type { Role } from "@/lib/portal/acts/roles";
import { ProgrammeSettings } from "@/lib/portal/acts/settings";
import { createTestDatabase, type TestDatabase } from "./database";

export const NOW = new Date("2026-11-21T10:00:00.000Z");

/** Two merchants with a branch, an admin and a cashier each, and an operator above them. */
export interface World {
  database: TestDatabase;
  context: LedgerAdminContext;
  clock: ManualClock;
  system: AdminActor;
  operator: AdminActor;
  ours: Shop;
  theirs: Shop;
}

export interface Shop {
  merchantId: number;
  branchId: number;
  admin: AdminActor;
  supervisor: AdminActor;
  cashier: AdminActor;
}

let names = 0;
/** A word that no other row has. */
export const unique = (word: string): string => `${word}${++names}`;
export const uniqueMsisdn = (): string => `+2010${String(10_000_000 + ++names)}`;

export async function createWorld(): Promise<World> {
  const world = await createNewProgramme();
  // Most tests are about a programme that was set up long ago.
  await world.database.prisma.programme.update({ where: { id: 1 }, data: { setupClosedAt: NOW } });
  return {
    ...world,
    ours: await openShop(world.context, world.system),
    theirs: await openShop(world.context, world.system),
  };
}

/** A programme whose first operator the command line has just made. */
export type NewProgramme = Omit<World, "ours" | "theirs">;

export async function createNewProgramme(): Promise<NewProgramme> {
  const database = await createTestDatabase();
  const clock = new ManualClock(NOW);
  const context = {
    database: prisma(),
    clock,
    ledger: createLedger({ pool: ledgerPool(), clock }),
    programme: new ProgrammeSettings(database.pool),
  };
  const system = systemActor(await ensureFoundation(context.database));
  const operator = await hire(context, system, "programme_operator", null, []);
  return { database, context, clock, system, operator };
}

/** Empties the database of a new programme, whatever refuses it, and lays its foundation again. @returns the first operator */
export async function beginAnew({ database, context, clock, system }: NewProgramme): Promise<AdminActor> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
    );
    await admin.query("SET session_replication_role = replica");
    await admin.query(`TRUNCATE ${rows.map(({ name }) => name).join()}`);
  } finally {
    await admin.end();
  }
  clock.set(NOW);
  Object.assign(system, systemActor(await ensureFoundation(context.database)));
  return hire(context, system, "programme_operator", null, []);
}

/** Lets everybody do alone what takes a second person, for tests of something else. */
export async function actAlone({ database }: { database: Pick<TestDatabase, "prisma"> }): Promise<void> {
  const most = 1_000_000_000_000n;
  await database.prisma.programme.update({
    where: { id: 1 },
    data: {
      adjustmentApprovalAbove: most,
      offersApprovalAbove: most,
      adminsNeedSecondPerson: false,
      clientsNeedSecondPerson: false,
    },
  });
}

/** Does an act, and again once the operator has agreed where it takes a second person. */
export async function withSecond<Result>(
  { context, database, operator }: NewProgramme,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AdminError && error.code === "second_person")) throw error;
  }
  const { id } = await database.prisma.pointAdjustment.findFirstOrThrow({
    where: { state: "requested" },
    orderBy: { id: "desc" },
  });
  await approveAdjustment(context, operator, { adjustmentId: id });
  return act();
}

async function openShop(context: LedgerAdminContext, system: AdminActor): Promise<Shop> {
  const name = unique("Shop");
  const { id: merchantId } = await createMerchant(context, system, {
    nameEn: name,
    nameAr: name,
    cashiersMayEnrol: true,
  });
  const { id: branchId } = await createBranch(context, system, {
    merchantId,
    msisdn: uniqueMsisdn(),
    nameEn: "High Street",
    nameAr: "الشارع",
  });
  return {
    merchantId,
    branchId,
    admin: await hire(context, system, "merchant_admin", merchantId, []),
    supervisor: await hire(context, system, "supervisor", merchantId, []),
    cashier: await hire(context, system, "cashier", merchantId, [branchId]),
  };
}

export async function hire(
  context: LedgerAdminContext,
  by: AdminActor,
  role: Role,
  merchantId: number | null,
  branchIds: number[],
): Promise<AdminActor> {
  const username = unique(role);
  const user = await createUser(context, by, {
    username,
    name: username,
    role,
    merchantId,
    branchIds,
    password: "correct horse battery",
  });
  return { userId: user.id, role, merchantId };
}

/** What people write about a deal that begins tomorrow and lasts ten days; without branches, for everybody. */
export function newDeal(categoryId: number, fields: Partial<DealFields> = {}): DealFields {
  const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000);
  return {
    categoryId,
    offerNumber: "",
    titleEn: unique("Deal"),
    titleAr: "عرض",
    descriptionEn: "",
    descriptionAr: "",
    termsEn: "",
    termsAr: "",
    discountType: 1,
    discount: 20,
    imageHash: null,
    startDate: inDays(1),
    endDate: inDays(11),
    expiryDate: inDays(20),
    ratePlans: [],
    branchIds: [],
    ...fields,
  };
}

/** The code and parameters with which an act is refused; fails the test when it is not. */
export async function refusal(act: () => Promise<unknown>): Promise<{ code: string; params: object }> {
  try {
    await act();
  } catch (error) {
    if (isAdminError(error)) return { code: error.code, params: error.params };
    throw error;
  }
  throw new Error("The act was expected to be refused.");
}

/** The audit log, the newest last. */
export async function audit({ database }: Pick<World, "database">, subject?: string) {
  const { rows } = await database.pool.query<{
    user_id: number;
    merchant_id: number | null;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    ip_address: string | null;
    request_id: string | null;
  }>("SELECT * FROM audit_log WHERE $1::text IS NULL OR subject_type = $1 ORDER BY id", [subject ?? null]);
  return rows;
}
