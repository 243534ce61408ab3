import { takenOffBy } from "../bills";
import { check } from "../checker";
import { type CouponRecord, NO_OFFER_EVIDENCE, type OfferEvidence } from "../coupons";
import type { WalletFacts, WorldFacts } from "../facts";
import type { Call, FaultRequest, LoggedEntry, OperationName } from "../history";
import { NO_LIMIT_EVIDENCE } from "../limits";
import { type Effect, type Expected, WalletModel } from "../model";
import { replyOf } from "./books";
import { castWorld } from "./cast";

const CLIENT = "control";
const BRANCH = "01000000001";
export const { facts, wallets: strangers } = castWorld("F");
export const NOW = Date.parse("2026-11-21T10:00:00Z");
export const MINUTE_MS = 60_000;

let made = 0;

/** A service of one till that can be told to do what it must not; each call ends before the next begins. */
export class Service {
  readonly calls: Call[] = [];
  readonly log: LoggedEntry[] = [];
  offers: OfferEvidence = NO_OFFER_EVIDENCE;
  private readonly models = new Map<string, WalletModel>();
  private now = 0;

  /** @param believed what it believes of the world, where that is not as it is */
  constructor(
    private readonly world: WorldFacts = facts,
    private readonly wallets: readonly WalletFacts[] = strangers,
    believed: {
      world?: WorldFacts;
      wallets?: readonly WalletFacts[];
      coupons?: readonly CouponRecord[];
    } = {},
  ) {
    const all = believed.wallets ?? wallets;
    for (const wallet of all)
      this.models.set(
        wallet.code,
        new WalletModel(
          believed.world ?? world,
          wallet,
          all.filter(({ pooled }) => pooled?.into === wallet.code),
          takenOffBy(world, believed.coupons ?? []),
        ),
      );
  }

  /** Carries a request out; `effect` says what it makes of it where that is not what is right. */
  done(
    request: FaultRequest,
    effect?: Partial<Effect>,
    { parts = null, ...more }: Partial<LoggedEntry> = {},
  ): LoggedEntry {
    const code = String(request.content.WalletCode);
    const walletCode = this.wallets.find((wallet) => wallet.code === code)?.pooled?.into ?? code;
    const model = this.models.get(walletCode);
    const added = (parts ?? []).reduce((sum, { points }) => sum + points, 0);
    const right = model?.expect(request, added).effect;
    const entry = this.add(walletCode, {
      ...({ ...right, ...effect } as Effect),
      ...{ externalLogId: request.key ?? "", tag: request.tag, parts },
      actorCode: code === walletCode ? null : code,
      ...(request.operation === "Hold" && { endsAt: NOW + Number(request.content.Minutes) * MINUTE_MS }),
      ...more,
    });
    const { totalPoints, entry: said } = replyOf(entry, undefined);
    this.answered(request, { status: 200, code: 0, isReplay: false, totalPoints, entry: said });
    return entry;
  }

  /** The answer that the model expects to a request in its present state. */
  expect(request: FaultRequest): Expected {
    const expected = this.models.get(String(request.content.WalletCode))?.expect(request);
    if (expected === undefined) throw new Error("There is no such wallet");
    return expected;
  }

  /** An entry, of which nothing is answered. */
  add(walletCode: string, entry: Partial<LoggedEntry>): LoggedEntry {
    const whole = {
      ...{ id: this.log.length + 1, walletCode, factor: "1", merchantId: 1, branchMsisdn: BRANCH },
      seq: this.log.filter((one) => one.walletCode === walletCode).length + 1,
      ...{ day: facts.today, externalLogId: "", tag: "", at: NOW },
      ...entry,
    } as LoggedEntry;
    this.models.get(walletCode)?.follow(whole);
    this.log.push(whole);
    return whole;
  }

  answered(request: FaultRequest, answer: Call["answer"]): this {
    this.now += 2;
    this.calls.push({ request, sentAt: this.now, endedAt: this.now + 1, isAbandoned: false, answer });
    return this;
  }

  said(request: FaultRequest, code: number): this {
    return this.answered(request, {
      ...{ status: 422, code, isReplay: false, totalPoints: undefined, entry: undefined },
    });
  }

  found(): string {
    const { world, wallets, calls, log, offers } = this;
    const evidence = { world, wallets, calls, log, offers };
    return check({ ...evidence, lastIdBefore: 0, limits: NO_LIMIT_EVIDENCE, isQuiet: true }).join("\n");
  }
}

export function request(
  operation: OperationName,
  content: FaultRequest["content"],
  wallet: Pick<WalletFacts, "code" | "msisdn"> = strangers[0] as WalletFacts,
): FaultRequest {
  const tag = `F-${++made}`;
  const named = operation === "Reward" ? "InvoiceNumber" : "Comment";
  const whole = { WalletCode: wallet.code, ContactMsisdn: wallet.msisdn, BranchMsisdn: BRANCH, [named]: tag };
  return {
    ...{ operation, clientId: CLIENT, key: `${operation}-${tag}`, isKeyInHeader: false, pin: undefined, tag },
    content: { ...whole, ...content },
  };
}
