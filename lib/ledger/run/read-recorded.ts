import type { QueryConfig } from "pg";
import { keyName } from "@/lib/ledger/rules/commands";
import {
  addEntry,
  type EntryBundleRow,
  type KeyRow,
  keyOf,
  readKeys,
  readReplayed,
} from "@/lib/ledger/rules/entry-rows";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { rowsOf, walletsById } from "@/lib/ledger/rules/reading";
import type { RoundTrip } from "@/lib/ledger/rules/round-trip";
import { companionsOf, logsOf, replayedEntries, stateOf } from "@/lib/ledger/rules/state";
import { readCompanions, readWallets, type WalletRow } from "@/lib/ledger/rules/wallet-rows";
import { type BillRow, billsOfRows, readBillsOf } from "@/lib/ledger/with/bills/settled-store";
import { type CouponRow, couponsStateOf, readCouponsOf } from "@/lib/ledger/with/coupons/store";
import { addSpent, readSpent, type SpentRow } from "@/lib/ledger/with/families/store";
import { recordedParts } from "@/lib/ledger/with/promotions/store";
import { type RulesRow, readRules, rulesOf } from "./read-rules";

/**
 * A wallet with entries of its log as they were first answered: those named, and those behind references that were used for it.
 * All of it in two round trips, three where a child's are in another wallet's log, the first beginning with `first`.
 */
export async function readRecorded(
  roundTrip: RoundTrip,
  {
    walletCode,
    keys: wanted,
    entryIds,
    now,
  }: {
    walletCode: string;
    keys: readonly { userId: number; operation: number; key: string }[];
    entryIds: readonly number[];
    now: Date;
  },
  first: readonly QueryConfig[],
): Promise<LedgerState> {
  const wantedKeys: [number[], number[], string[]] = [
    wanted.map(({ userId }) => userId),
    wanted.map(({ operation }) => operation),
    wanted.map(({ key }) => key),
  ];
  const [[rules], walletRows, keys] = (await rowsOf(roundTrip, first, [
    readRules,
    readWallets([walletCode]),
    readKeys(wantedKeys),
  ])) as [[RulesRow], WalletRow[], KeyRow[]];
  const ids = [...entryIds, ...replayedEntries(keys, walletRows, logsOf(walletRows, keys, []))];
  const [entries, companionRows, spent, coupons, bills] = (await rowsOf(
    roundTrip,
    [],
    [
      readReplayed(ids),
      readCompanions(companionsOf(walletRows, [])),
      readSpent(walletRows, now),
      readCouponsOf(ids),
      readBillsOf(ids),
    ],
  )) as [EntryBundleRow[], WalletRow[], SpentRow[], CouponRow[], BillRow[]];
  const known = [...walletRows, ...companionRows];
  const logs = logsOf(walletRows, [], entries).filter((id) => !known.some((row) => row.id === id));
  const [logRows] = (await rowsOf(roundTrip, [], [readCompanions(logs)])) as [WalletRow[]];
  const present = rulesOf(rules, []);
  const state = stateOf(present, { wallets: known, elsewhere: logRows });
  addSpent(state, spent);
  state.coupons = couponsStateOf([], [], coupons);
  state.bills.settled = billsOfRows(bills);
  for (const row of keys) state.keys.set(keyName(row.user_id, row.operation, row.key), keyOf(row));
  const wallets = walletsById(state);
  for (const row of entries) addEntry(state, wallets, row);
  await recordedParts(roundTrip, state);
  return state;
}
