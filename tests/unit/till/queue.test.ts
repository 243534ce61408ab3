import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PortalError } from "@/components/kit/error";
import type { Answer } from "@/components/operations/courier";
import { sendQueue } from "@/components/operations/queue";
import type { OperationRecord } from "@/components/operations/record";
import { tabOf } from "@/components/operations/tab";
import type { Posted } from "@/lib/areas/till/schemas";

const { records, deliver } = vi.hoisted(() => ({ records: [] as object[], deliver: vi.fn() }));

vi.mock("@/components/operations/courier", async (load) => ({
  ...(await load<typeof import("@/components/operations/courier")>()),
  deliver,
}));
vi.mock("@/components/operations/locks", () => ({ withLock: (_: string, act: () => unknown) => act() }));
vi.mock("@/components/operations/store", () => ({
  listRecords: async () => [...records],
  deleteRecord: async (sequence: number) =>
    void records.splice(
      records.findIndex((record) => (record as OperationRecord).sequence === sequence),
      1,
    ),
  updateRecord: async (sequence: number, changes: object) => {
    const found = records.find((record) => (record as OperationRecord).sequence === sequence);
    Object.assign(found ?? {}, changes);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", { addEventListener: () => undefined, removeEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  records.length = 0;
});

const queued = (sequence: number, walletCode: string) => ({
  ...{ sequence, userId: 7, status: "queued", trouble: null, operation: "reward" },
  request: { walletCode },
});

test("a sale that the service cannot record says so, and holds back its own customer's only", async () => {
  records.push(queued(1, "A"), queued(2, "B"), queued(3, "A"), queued(4, "C"));
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
  const sent = sendQueue(tabOf({ id: 7, name: "Amal" }), () => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual([1, 2, 4]);
  expect(records).toMatchObject([
    { sequence: 1, status: "queued", trouble: { code: "unanswered" } },
    { sequence: 3, status: "queued", trouble: null },
    { sequence: 4, status: "settled" },
  ]);
  isMended = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect(order.slice(3)).toEqual([1, 3]);
});
