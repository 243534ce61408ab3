import type { Clock } from "@/lib/clock";
import type { PrismaClient } from "@/lib/db/generated/client";
import type { Ledger } from "@/lib/ledger/ledger";

/** What administration works with. */
export interface AdminContext {
  database: PrismaClient;
  clock: Clock;
}

/** What acts that move points work with besides. */
export interface LedgerAdminContext extends AdminContext {
  ledger: Ledger;
}
