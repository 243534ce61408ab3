import type { AdminActor } from "@/lib/portal/acts/actor";
import { requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { createBranch } from "./branches";
import type { BranchFields } from "./record";

/** A branch of a file that is good as far as the file itself tells. */
export interface BranchLine {
  line: number;
  input: BranchFields;
}

export interface RefusedBranchLine {
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
