import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDeep } from "@/tests/support/deep";
import { check, type Evidence } from "./checker";
import type { Call, FaultRequest, LoggedEntry } from "./history";
import { type HistoryResult, runHistory } from "./run";
import { Patient } from "./service";

/** Without limits; the next two are with limits and approvals. */
const SEED = 20_261_121;
/** Tills that give up soon, so that a silent connection does not hold up the tests. */
const IMPATIENT_MS = 3_000;

let patient: Patient;
let quiet: HistoryResult;

beforeAll(async () => {
  patient = await Patient.admit();
  quiet = await runHistory({ subject: patient, seed: SEED, operations: 500, concurrency: 16, faults: [] });
}, 300_000);
afterAll(() => patient?.discharge());

/** The evidence of the quiet history with its new entries changed. */
function tampered(change: (fresh: LoggedEntry[]) => LoggedEntry[]): Evidence {
  const { log, lastIdBefore } = quiet.evidence;
  const old = log.filter(({ id }) => id <= lastIdBefore);
  return { ...quiet.evidence, log: [...old, ...change(log.filter(({ id }) => id > lastIdBefore))] };
}

/** Numbers each wallet's entries again, as somebody would who wanted to hide a change. */
function renumbered(entries: readonly LoggedEntry[]): LoggedEntry[] {
  const last = new Map<string, number>();
  return entries.map((entry) => {
    const seq = (last.get(entry.walletCode) ?? 0) + 1;
    last.set(entry.walletCode, seq);
    return { ...entry, seq };
  });
}

describe("the service under two worker processes", () => {
  test("does what docs/rules.md says, for any caller and any number of retries", async () => {
    expect(quiet.problems).toEqual([]);
    expect(quiet.entries).toBeGreaterThan(50);
    expect(await patient.verify()).toBe("");
  });

  test("loses, doubles and invents nothing while processes die and connections break", async () => {
    const hurt = await runHistory({
      subject: patient,
      seed: SEED + 1,
      operations: 600,
      concurrency: 16,
      patienceMs: IMPATIENT_MS,
      faults: [
        "kill worker",
        "end sessions",
        "break before commit",
        "break after commit",
        "reset connections",
        "network storm",
      ],
    });
    expect(hurt.problems).toEqual([]);
    expect(hurt.blows.length).toBeGreaterThan(0);
    expect(hurt.approved).toBeGreaterThan(0);
    expect(await patient.verify()).toBe("");
  }, 300_000);

  test.runIf(isDeep)(
    "is the same with holds, families, coupons, promotions and bills when service and database server are killed",
    async () => {
      const hurt = await runHistory({
        subject: patient,
        seed: SEED + 2,
        operations: 120,
        concurrency: 16,
        patienceMs: IMPATIENT_MS,
        faults: ["kill service", "kill postmaster"],
        hasFields: true,
        pauseMs: [300, 1_500],
      });
      expect(hurt.problems).toEqual([]);
      expect(hurt.blows.length).toBeGreaterThan(0);
      const done = hurt.evidence.log.filter(({ id }) => id > hurt.evidence.lastIdBefore);
      expect(done.filter(({ logTypeId }) => logTypeId === 10)).not.toEqual([]);
      expect(done.filter(({ actorCode }) => actorCode !== null)).not.toEqual([]);
      expect(done.filter(({ parts }) => parts !== null)).not.toEqual([]);
      expect(done.filter(({ bill }) => bill != null)).not.toEqual([]);
      expect(await patient.verify()).toBe("");
    },
    300_000,
  );
});

describe("the checker", () => {
  /** What was asked for at tills: bonuses of those whom its customer brought come without a branch. */
  const busiest = (entries: readonly LoggedEntry[]) =>
    entries.filter(({ walletCode, branchMsisdn }) => walletCode.endsWith("W0") && branchMsisdn !== null);

  test("finds an acknowledged entry that is missing", () => {
    const evidence = tampered((fresh) => {
      const gone = busiest(fresh).at(-1);
      return fresh.filter((entry) => entry !== gone);
    });
    expect(check(evidence).join()).toContain("lost: entry");
  });

  test("finds an entry that stands there twice", () => {
    const evidence = tampered((fresh) =>
      renumbered(
        fresh.flatMap((entry) =>
          entry === busiest(fresh).at(-1) ? [entry, { ...entry, id: 2 ** 45 }] : [entry],
        ),
      ),
    );
    expect(check(evidence)).not.toEqual([]);
  });

  test("finds an entry without a request", () => {
    const evidence = tampered((fresh) =>
      renumbered(
        fresh.flatMap((entry) =>
          entry === busiest(fresh)[0]
            ? [{ ...entry, id: 2 ** 45, tag: "nobody's", pointsDelta: 5, amount: 5 }, entry]
            : [entry],
        ),
      ),
    );
    expect(check(evidence).join()).toContain("nobody sent what it is of");
  });

  test("finds a balance that is one point off", () => {
    const evidence = tampered((fresh) =>
      fresh.map((entry) =>
        entry === busiest(fresh)[3] ? { ...entry, balanceAfter: entry.balanceAfter + 1 } : entry,
      ),
    );
    expect(check(evidence)).not.toEqual([]);
  });

  test("finds an entry that stands after one that was sent when it was known already", () => {
    const { calls, log } = quiet.evidence;
    const last = busiest(log).at(-1);
    // As if the last of the wallet's entries had been answered before any other request was sent.
    const moved = calls.map((call) =>
      call.answer?.entry?.id === last?.id ? { ...call, sentAt: -2, endedAt: -1 } : call,
    );
    expect(check({ ...quiet.evidence, calls: moved }).join()).toContain("was known already");
  });

  test("finds a refusal for which there never was a reason", () => {
    const { calls } = quiet.evidence;
    const rewarded = calls.find(
      ({ request, answer }) => request.operation === "Reward" && answer?.code === 0,
    );
    const answer = { status: 422, code: 1301, isReplay: false, totalPoints: 0, entry: undefined };
    const lie = { ...(rewarded as NonNullable<typeof rewarded>), answer };
    expect(check({ ...quiet.evidence, calls: [...calls, lie] }).join()).toContain("1301 was never right");
  });

  test("knows that a cancelled reference is looked at before the wallet, and only a cancelled one", () => {
    const { calls } = quiet.evidence;
    const done = calls.find(({ answer }) => answer?.code === 0) as Call;
    const { WalletCode, ContactMsisdn, BranchMsisdn } = done.request.content;
    const told = (request: Partial<FaultRequest>, code: number, sentAt: number): Call => ({
      ...done,
      request: { ...done.request, ...request },
      sentAt,
      endedAt: sentAt + 1,
      answer: { status: 422, code, isReplay: false, totalPoints: undefined, entry: undefined },
    });
    const where = { ContactMsisdn: String(ContactMsisdn), BranchMsisdn: String(BranchMsisdn) };
    const original = { WalletCode: String(WalletCode), OriginalExternalLogId: "early" };
    const cancel = told({ operation: "Cancel", key: undefined, content: { ...where, ...original } }, 1401, 0);
    const refund = told({ operation: "Refund", key: "early", content: { WalletCode: "nobody's" } }, 1416, 2);
    expect(check({ ...quiet.evidence, calls: [...calls, cancel, refund] })).toEqual([]);
    expect(check({ ...quiet.evidence, calls: [...calls, refund] }).join()).toContain(
      "1416 without a cancellation",
    );
  });
});
