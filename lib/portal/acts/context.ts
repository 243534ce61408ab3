import type { Ledger } from "@/lib/ledger/run/ledger";
import type { Clock } from "@/lib/platform/clock";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import type { ProgrammeSettings } from "@/lib/portal/acts/settings";
import type { Moment } from "@/lib/wallet/read";

/** Services of administration. */
export interface AdminContext {
  database: PrismaClient;
  clock: Clock;
}

/** Services of acts on wallets: the programme's midnight decides which points have lapsed. */
export interface WalletAdminContext extends AdminContext {
  programme: Pick<ProgrammeSettings, "timeZone">;
}

/** When a wallet is looked at in this context: now. */
export function momentOf({ clock, programme }: Pick<WalletAdminContext, "clock" | "programme">): Moment {
  return { now: clock.now(), timeZone: programme.timeZone() };
}

/** Services of acts that move points. */
export interface LedgerAdminContext extends WalletAdminContext {
  ledger: Ledger;
}
