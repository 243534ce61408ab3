import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import { momentOf, type WalletAdminContext } from "@/lib/areas/context";
import { readWallets, type Wallet } from "@/lib/ledger/wallets";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { expireAdjustments } from "./decide-adjustment";

export const ADJUSTMENT_STATES = ["requested", "approved", "refused", "withdrawn", "expired"] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

/** A person by number and name. */
interface Person {
  id: number;
  name: string;
}

export interface AdjustmentView {
  id: number;
  wallet: { id: number; walletCode: string; name: string | null; balance: number; suspended: number };
  direction: "up" | "down";
  pocket: "spendable" | "suspended";
  points: number;
  reason: string;
  state: AdjustmentState;
  requestedBy: Person;
  requestedAt: Date;
  expiresAt: Date;
  decidedBy: Person | null;
  decidedAt: Date | null;
  note: string | null;
  /** Whether the reader may approve or refuse it, and whether the reader may take it back. */
  mayDecide: boolean;
  mayWithdraw: boolean;
}

export interface AdjustmentPage {
  adjustments: AdjustmentView[];
  nextCursor: string | null;
  /** How many wait for this reader. */
  waiting: number;
}

const PAGE_SIZE = 25;

/**
 * Adjustments that were asked for, the newest first: a merchant's admins see their merchant's, operators all.
 * @throws AdminError forbidden
 */
export async function listAdjustments(
  context: WalletAdminContext,
  actor: AdminActor,
  { state, cursor }: { state?: AdjustmentState | undefined; cursor?: string | undefined } = {},
): Promise<AdjustmentPage> {
  requirePermission(actor, "wallet.approve_adjustment");
  await expireAdjustments(context);
  const { database } = context;
  const own: Prisma.PointAdjustmentWhereInput =
    actor.role === "programme_operator" ? {} : { merchantId: actor.merchantId ?? -1 };
  const [rows, waiting] = await Promise.all([
    database.pointAdjustment.findMany({
      where: { ...own, ...(state && { state }), ...(cursor !== undefined && { id: { lt: Number(cursor) } }) },
      orderBy: { id: "desc" },
      take: PAGE_SIZE + 1,
    }),
    database.pointAdjustment.count({
      where: { ...own, state: "requested", requestedBy: { not: actor.userId } },
    }),
  ]);
  const shown = rows.slice(0, PAGE_SIZE);
  const ids = shown.flatMap(({ requestedBy, decidedBy }) => [requestedBy, ...(decidedBy ? [decidedBy] : [])]);
  const [users, wallets] = await Promise.all([
    database.user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } }),
    readWallets(
      database,
      shown.map(({ walletId }) => Number(walletId)),
      momentOf(context),
    ),
  ]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const person = (id: number): Person => ({ id, name: names.get(id) ?? "" });
  return {
    adjustments: shown.map((row) => ({
      id: row.id,
      wallet: adjustedWallet(wallets.get(Number(row.walletId))),
      direction: row.direction as AdjustmentView["direction"],
      pocket: row.pocket as AdjustmentView["pocket"],
      points: Number(row.points),
      reason: row.reason,
      state: row.state as AdjustmentState,
      requestedBy: person(row.requestedBy),
      requestedAt: row.requestedAt,
      expiresAt: row.expiresAt,
      decidedBy: row.decidedBy === null ? null : person(row.decidedBy),
      decidedAt: row.decidedAt,
      note: row.note,
      mayDecide: row.state === "requested" && row.requestedBy !== actor.userId,
      mayWithdraw: row.state === "requested" && row.requestedBy === actor.userId,
    })),
    nextCursor: rows.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null,
    waiting,
  };
}

function adjustedWallet(wallet: Wallet | undefined): AdjustmentView["wallet"] {
  if (wallet === undefined) throw new Error("An adjustment names a wallet that does not exist");
  const { id, walletCode, profile, balance, suspended } = wallet;
  return { id, walletCode, name: profile.name, balance, suspended };
}
