import type { QueryConfig } from "pg";
import { commandsWith } from "@/lib/ledger/rules/command-facts";
import { type Command, operationsMeant, spaceOf } from "@/lib/ledger/rules/commands";
import { WALLETS_OF_ENTRIES } from "@/lib/ledger/with/families/rows";
import { bonusWalletsOf, undoingCodes } from "@/lib/ledger/with/referrals/rows";

// Every lookup is a lateral one with LIMIT 1, so that a plan made while a table was still empty stays an index lookup.

/** With the wallets whose points theirs are, or may come to be: those that a movement of a wallet can move as well. */
const lockStatement = (companions: string) => `
SELECT w.id FROM wallet w
 WHERE w.id = ANY (ARRAY(SELECT unnest(ARRAY[n.id, n.pool_wallet_id, n.open_referrer_id,
                                        (SELECT r.pool_wallet_id FROM wallet r WHERE r.id = n.open_referrer_id),
                                        (SELECT r.merged_into_wallet_id FROM wallet r WHERE r.id = n.open_referrer_id)])
                           FROM wallet n WHERE n.wallet_code = ANY ($1::text[])${companions}))
 ORDER BY w.id FOR NO KEY UPDATE`;
const LOCK_WALLETS = lockStatement("");
/** With the wallets of the entries that are given back or undone, whichever of them named one, and those that hold bonuses which go with it. */
const LOCK_WALLETS_OF_ENTRIES = lockStatement(`
                          UNION ALL ${WALLETS_OF_ENTRIES}
                          UNION ALL SELECT b.* FROM wallet n CROSS JOIN LATERAL (${bonusWalletsOf("n")}) b WHERE n.wallet_code = ANY ($6::text[])`);

/** Commands that name an entry, which may be in another wallet's log. */
const NAMING = commandsWith(({ namesEntry }) => namesEntry);

/** Locks the wallets that the commands touch, and their companions, in the order of their ids, whatever the order of the commands. */
export function lockWallets(commands: readonly Command[]): QueryConfig {
  const naming = commands.filter(({ type }) => NAMING.has(type));
  if (naming.length === 0)
    return { name: "lock_wallets", text: LOCK_WALLETS, values: [walletCodes(commands)] };
  return {
    name: "lock_wallets_of_entries",
    text: LOCK_WALLETS_OF_ENTRIES,
    values: [walletCodes(commands), wantedEntries(naming), ...keysNamed(naming), undoingCodes(naming)],
  };
}

/** Codes of the wallets that the commands address. */
export function walletCodes(commands: readonly Command[]): string[] {
  const codes = new Set<string>();
  for (const command of commands) {
    codes.add(command.walletCode);
    if (command.type === "transfer") codes.add(command.toWalletCode);
  }
  return [...codes];
}

/** References to look up, as parallel arrays: the commands' own, and those that a cancel names. */
export function wantedKeys(commands: readonly Command[]): [number[], number[], string[]] {
  const [userIds, operations, keys] = keysNamed(commands);
  for (const command of commands) {
    const { actor, reference } = command;
    if (reference === undefined) continue;
    userIds.push(actor.userId);
    operations.push(spaceOf(command));
    keys.push(reference.key);
  }
  return [userIds, operations, keys];
}

/** The references that cancellations name, as parallel arrays. */
function keysNamed(commands: readonly Command[]): [number[], number[], string[]] {
  const userIds: number[] = [];
  const operations: number[] = [];
  const keys: string[] = [];
  for (const command of commands) {
    if (command.type !== "cancel" || command.target.originalKey === undefined) continue;
    for (const operation of operationsMeant(command)) {
      userIds.push(command.actor.userId);
      operations.push(operation);
      keys.push(command.target.originalKey);
    }
  }
  return [userIds, operations, keys];
}

/** The entries that refunds, returns, cancellations, captures and releases name. */
export function wantedEntries(commands: readonly Command[]): number[] {
  return commands.flatMap((command) => {
    if (command.type === "refund" || command.type === "return") return [command.entryId];
    if (command.type === "capture" || command.type === "release_hold") return [command.holdId];
    return command.type === "cancel" && "entryId" in command.target ? [command.target.entryId] : [];
  });
}
