import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import type { PointsOperationName } from "@/lib/points-api/operations";
import { type Api, type Caller, type Customer, expectRefusal, expectSuccess } from "@/tests/support/api";

const REFUSALS: Record<WalletStatusId, ErrorCode> = { 1: 1202, 2: 1202, 3: 1203, 4: 1202, 5: 1204, 6: 1206 };

export interface StandingSuite {
  operation: PointsOperationName;
  /** Statuses in which the operation works (rules.md §2). */
  allowed: readonly WalletStatusId[];
  /** A request that would be carried out while the wallet is active. */
  goodRequest(customer: Customer): Promise<Readonly<Record<string, unknown>>>;
}

/** In which state of the wallet an operation works, through one door. */
export function describeStandings(
  api: Api,
  till: Caller,
  { operation, allowed, goodRequest }: StandingSuite,
): void {
  describe("the wallet's state", () => {
    let customer: Customer;
    let request: Readonly<Record<string, unknown>>;
    beforeAll(async () => {
      customer = await api.customer();
      request = await goodRequest(customer);
    });
    const become = (column: string, value: unknown) =>
      api.database.pool.query(`UPDATE wallet SET ${column} = $2 WHERE id = $1`, [customer.id, value]);

    it.each(Object.entries(WALLET_STATUS).filter(([, id]) => !allowed.includes(id)))(
      "refuses a wallet that is %s, shows it, and changes nothing",
      async (_name, statusId) => {
        await become("status_id", statusId);
        const before = await api.snapshot();
        const wallet = expectRefusal(await till.send(operation, request), REFUSALS[statusId]);
        expect(wallet).toMatchObject({ id: customer.id, walletStatusId: statusId });
        expect(await api.snapshot()).toEqual(before);
        await become("status_id", WALLET_STATUS.active);
      },
    );

    it("refuses a customer who has not joined with 1205, after the state", async () => {
      await become("is_opted_in", false);
      const before = await api.snapshot();
      expect(expectRefusal(await till.send(operation, request), 1205)).toMatchObject({ isOptedIn: false });
      await become("status_id", WALLET_STATUS.blocked);
      expectRefusal(await till.send(operation, request), 1202);
      await become("status_id", WALLET_STATUS.active);
      await become("is_opted_in", true);
      expect(await api.snapshot()).toEqual(before);
    });

    it.each(Object.entries(WALLET_STATUS).filter(([, id]) => allowed.includes(id)))(
      "works on a wallet that is %s",
      async (_name, statusId) => {
        const other = await api.customer();
        const good = await goodRequest(other);
        await api.database.pool.query("UPDATE wallet SET status_id = $2 WHERE id = $1", [other.id, statusId]);
        expect(expectSuccess(await till.send(operation, good)).wallet.walletStatusId).toBe(statusId);
      },
    );
  });
}
