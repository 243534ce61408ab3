import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PortalError } from "@/components/kit/error";
import type { Answer } from "@/components/operations/courier";
import { queueReward, sendQueue } from "@/components/operations/queue";
import type { OperationRecord } from "@/components/operations/record";
import { listRecords } from "@/components/operations/store";
import { tabOf } from "@/components/operations/tab";
import type { Posted } from "@/lib/areas/till/schemas";

const deliver = vi.hoisted(() => vi.fn());
vi.mock("@/components/operations/courier", async (load) => ({
  ...(await load<typeof import("@/components/operations/courier")>()),
  deliver,
}));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const USER = { id: 7, name: "Amal" };
const sale = (walletCode: string) => ({
  operation: "reward" as const,
  request: { branchId: 1, walletCode, value: 100 },
  facts: { walletId: null, walletName: null },
});

test("a sale that the service cannot record says so, and holds back its own customer's only", async () => {
  const tab = tabOf(USER);
  for (const walletCode of ["A", "B", "A", "C"]) await queueReward(tab, sale(walletCode));
  let isMended = false;
  const order: number[] = [];
  deliver.mockImplementation(async ({ sequence }: OperationRecord): Promise<Answer> => {
    order.push(sequence);
    if (sequence === 1 && !isMended) return { kind: "lost" };
    if (sequence === 4)
      return {
        kind: "refused",
        error: new PortalError({ code: "1202", status: 422, texts: { en: "", ar: "" } }),
      };
    return { kind: "posted", posted: {} as Posted };
  });
  const sent = sendQueue(tab, () => undefined);
  await expect.poll(listRecords).toMatchObject([
    { sequence: 1, status: "queued", trouble: { code: "unanswered" } },
    { sequence: 3, status: "queued", trouble: null },
    { sequence: 4, status: "settled" },
  ]);
  expect(order).toEqual([1, 2, 4]);
  isMended = true;
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return order.slice(3);
    })
    .toEqual([1, 3]);
  await sent;
});
