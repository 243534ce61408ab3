import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { type AdminActor, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import { administer, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { recordActs } from "@/lib/portal/acts/record-acts";
import { type BranchChanges, type BranchFields, type BranchView, branch } from "./record";

const acts = recordActs({
  subject: "branch",
  table: (tx) => tx.branch,
  record: branch,
  merchantIdOf: ({ merchantId }) => merchantId,
});

/** @throws AdminError not_found for none, and for that of a foreign merchant */
export const requireOwnBranch = acts.requireOwn;

/** The version that was read, where it matters. */
interface Target {
  branchId: number;
  version?: number | undefined;
}

/**
 * The branches of a merchant, open and closed, or of all merchants for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listBranches(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<BranchView[]> {
  requireReach(actor, "branch.read", merchantId);
  const rows = await database.branch.findMany({
    where: merchantId === undefined ? {} : { merchantId },
    orderBy: { id: "asc" },
  });
  return rows.map(branch.view);
}

/** @throws AdminError forbidden, not_found */
export async function readBranch(
  { database, clock }: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<BranchView> {
  requirePermission(actor, "branch.read");
  return requireOwnBranch(await database.branch.findUnique({ where: { id: branchId } }), actor, clock.now());
}

/**
 * Some branches as they are now, by number; those of other merchants are left out. That it was asked for, and of which, is in the
 * audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export function exportBranches(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<BranchView[]> {
  const { merchantId } = actor;
  return administer(context, actor, "branch.export", async ({ tx, record }) => {
    const rows = await tx.branch.findMany({
      where: { id: { in: [...ids] }, ...(merchantId !== null && { merchantId }) },
      orderBy: { id: "asc" },
    });
    const after = { chosen: rows.map(({ id }) => id) };
    await record({ subject: "branch", subjectId: "*", merchantId, before: null, after });
    return rows.map(branch.view);
  });
}

/**
 * Opens a branch. API clients that act for all branches of the merchant act for it at once.
 * @throws AdminError not_found, inactive (the merchant), taken, invalid
 */
export function createBranch(
  context: AdminContext,
  actor: AdminActor,
  fields: BranchFields,
): Promise<BranchView> {
  return administer(context, actor, "branch.create", async (act) => {
    await lockActiveMerchant(act, fields.merchantId);
    return acts.create(act, fields);
  });
}

/**
 * Changes a branch; absent fields stay as they are. A new mobile number counts from now on: tills that send the old one are refused with
 * 1110.
 * @throws AdminError not_found, conflict, taken, invalid
 */
export function updateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version, ...fields }: BranchChanges & { branchId: number },
): Promise<BranchView> {
  return administer(context, actor, "branch.update", async (act) =>
    acts.change(act, await acts.lock(act, branchId, version), defined(fields)),
  );
}

/**
 * Closes a branch: operations from it are refused with 1111 and deals no longer list it. readBranchImpact says
 * beforehand what that stops. A closed branch stays as it is.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function deactivateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version }: Target,
): Promise<BranchView> {
  return administer(context, actor, "branch.deactivate", (act) =>
    acts.switchTo(act, { id: branchId, version, isActive: false }),
  );
}

/**
 * Opens a closed branch again.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function reactivateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version }: Target,
): Promise<BranchView> {
  return administer(context, actor, "branch.reactivate", (act) =>
    acts.switchTo(act, { id: branchId, version, isActive: true }),
  );
}

/**
 * The branches of a user, deal or client, in order and once each.
 * @throws AdminError invalid when one of them is not the merchant's
 */
export async function requireBranchesOf(
  tx: Transaction,
  merchantId: number,
  branchIds: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(branchIds)].sort((a, b) => a - b);
  const known = await tx.branch.count({ where: { merchantId, id: { in: wanted } } });
  if (known !== wanted.length) throw new AdminError("invalid", { field: "branchIds" });
  return wanted;
}

/** A branch of a file that is good as far as the file itself tells. */
export interface BranchLine {
  line: number;
  input: BranchFields;
}

interface RefusedBranchLine {
  line: number;
  field: string;
  problem: "taken" | "invalid";
}

/**
 * Creates the branches of a file, each in an act of its own, and says which could not be created. A file that was
 * carried out in part can be sent again: existing branches are refused as taken. A dry run says the same and does
 * nothing.
 * @throws AdminError forbidden, not_found (the merchant), inactive (the merchant)
 */
export async function importBranches(
  context: AdminContext,
  actor: AdminActor,
  { lines, isDryRun }: { lines: readonly BranchLine[]; isDryRun: boolean },
): Promise<{ accepted: number; refused: RefusedBranchLine[] }> {
  requirePermission(actor, "branch.create");
  const taken = await takenNumbers(context, lines);
  const refused: RefusedBranchLine[] = [];
  let accepted = 0;
  for (const { line, input } of lines) {
    if (taken.has(input.msisdn)) {
      refused.push({ line, field: "msisdn", problem: "taken" });
      continue;
    }
    taken.add(input.msisdn);
    const refusal = isDryRun ? null : await tryToCreate(context, actor, input);
    if (refusal === null) accepted += 1;
    else refused.push({ line, ...refusal });
  }
  return { accepted, refused };
}

async function takenNumbers({ database }: AdminContext, lines: readonly BranchLine[]): Promise<Set<string>> {
  const rows = await database.branch.findMany({
    where: { msisdn: { in: lines.map(({ input }) => input.msisdn) } },
    select: { msisdn: true },
  });
  return new Set(rows.map(({ msisdn }) => msisdn));
}

async function tryToCreate(
  context: AdminContext,
  actor: AdminActor,
  input: BranchFields,
): Promise<Omit<RefusedBranchLine, "line"> | null> {
  try {
    await createBranch(context, actor, input);
    return null;
  } catch (error) {
    if (isAdminError(error) && (error.code === "taken" || error.code === "invalid"))
      return { field: error.params.field, problem: error.code };
    throw error;
  }
}

/** @throws AdminError inactive, not_found: found out before a dry run, which creates nothing that would */
export async function requireOpenMerchant({ database }: AdminContext, merchantId: number): Promise<void> {
  const merchant = await database.merchant.findUnique({
    where: { id: merchantId },
    select: { isActive: true },
  });
  if (merchant === null) throw new AdminError("not_found", { subject: "merchant" });
  if (!merchant.isActive) throw new AdminError("inactive", { subject: "merchant" });
}
