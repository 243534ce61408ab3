import type { Transaction } from "@/lib/portal/acts/administer";

/** Stands for the numbering of offers among the advisory locks. */
const NUMBERING = 7_421_001;

/** The number after the highest that is a plain number, of deals and of promotions. Two acts never get the same: the second waits for the first. */
export async function nextOfferNumber(tx: Transaction): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBERING}::bigint)`;
  const [row] = await tx.$queryRaw<[{ next: bigint }]>`
    SELECT greatest(coalesce(max(offer_number::bigint), 100000), (SELECT max(number) FROM promotion)) + 1 AS next
      FROM deal WHERE offer_number ~ '^[0-9]{1,15}$'`;
  return String(row.next);
}
