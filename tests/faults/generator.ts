import { type Answer, type FaultRequest, isPaid, type OperationName } from "./history";
import type { Random } from "./random";

/** The people of a run, by the ClientIds, numbers and codes under which the service knows them. */
export interface Cast {
  clients: readonly { id: string; branches: readonly string[] }[];
  inactiveBranch: string;
  foreignBranch: string;
  wallets: readonly { code: string; msisdn: string; pin: string | undefined }[];
  /** The code of the wallet whose PIN somebody guesses. */
  guessedWallet: string;
  /** Entries from before the run, some of them too old to be undone. */
  oldEntries: readonly { id: number; walletCode: string; msisdn: string }[];
  /** Absent: what the fields are about is not tried. */
  fields?: FieldCast;
}

/** Who and what is there for holds, families, coupons and promotions. */
export interface FieldCast {
  /** Cards and children of pools, and their parents. */
  family: readonly Cast["wallets"][number][];
  /** The code of the wallet whose points each of the pools' members spends, by theirs. */
  purses: ReadonlyMap<string, string>;
  /** Offers whose coupons can be had for points, and a number that is none's. */
  offers: readonly number[];
  /** Coupons that were issued before, some of them nobody's, and one that was never issued. */
  coupons: readonly { number: string; walletCode: string | null }[];
  /** Whether settlements name invoices of other bills as well. */
  sharesInvoices: boolean;
}

interface SeenEntry {
  id: number;
  logTypeId: number;
  walletCode: string;
  msisdn: string;
  amount: number;
  amountValue: number;
  clientId: string;
  key: string | undefined;
}

type Content = Record<string, string | number | boolean | readonly string[]>;

const MAXIMUM = 1_000_000;
const HOT_SHARE = 0.35;
/** Of the requests where families are tried: those for one of their members, and those of an operation that came with the fields. */
const FAMILY_SHARE = 0.15;
const FIELDS_SHARE = 0.25;
/** Points with which a hold or a coupon is likely to be had. */
const RICH = 20;
const REMEMBERED = 400;

/**
 * Makes requests up, one after the other, from a seed and from what was answered so far: half of those with a reference are
 * sent again, half of these with one field changed; amounts lie at the edges; refunds, returns and cancellations are of everything,
 * of each other too; now and then one reference is used for two wallets.
 */
export class Generator {
  private readonly requests: FaultRequest[] = [];
  private readonly entries: SeenEntry[] = [];
  private readonly balances = new Map<string, number>();
  /** Coupons that were issued in the course of the history. */
  private readonly coupons: { number: string; walletCode: string; msisdn: string; entryId: number }[] = [];
  private readonly ended = new Set<number>();
  private readonly used = new Set<string>();
  /** Coupons of settled bills, by the numbers of their rewards. */
  private readonly bills = new Map<number, readonly string[]>();
  private made = 0;

  constructor(
    private readonly random: Random,
    private readonly cast: Cast,
    private readonly name: string,
  ) {}

  next(): FaultRequest {
    const { random } = this;
    if (this.requests.length === 0 || random.chance(0.5)) return this.remember(this.fresh());
    const seen = random.pick(this.requests);
    return random.chance(0.5) ? { ...seen, pin: this.pinFor(seen) } : this.remember(this.changed(seen));
  }

  /** The same reference on another wallet, for who sends both at once. */
  onAnotherWallet(request: FaultRequest, random: Random): FaultRequest {
    const { operation, content } = request;
    const { code, msisdn, pin } = random.pick(this.cast.wallets);
    const moved = { ...content, WalletCode: code, ContactMsisdn: msisdn };
    return { ...request, content: moved, pin: isPaid(operation) ? pin : undefined };
  }

  /** Learns from an answer: balances for edges, entries to refund, to return and to cancel. */
  learn(request: FaultRequest, answer: Answer): void {
    const { code, entry, totalPoints, isReplay, couponNumber, bill } = answer;
    const [walletCode, msisdn] = [String(request.content.WalletCode), String(request.content.ContactMsisdn)];
    if (totalPoints !== undefined && !isReplay) this.balances.set(this.purseOf(walletCode), totalPoints);
    this.learnOfFields(request, code);
    if (entry === undefined || isReplay) return;
    const { id, logTypeId, amount, amountValue } = entry;
    if (couponNumber !== undefined)
      this.coupons.push({ number: couponNumber, walletCode, msisdn, entryId: id });
    const { clientId, key } = request;
    const to = { walletCode, msisdn, clientId };
    if (bill !== undefined) this.learnOfBill(bill, to);
    this.entries.push({ id, logTypeId, amount, amountValue, key, ...to });
    if (this.entries.length > REMEMBERED) this.entries.splice(this.random.between(0, REMEMBERED - 1), 1);
  }

  /** The redemption of a bill is given back, and not undone alone: its number is tried as well. */
  private learnOfBill(
    { entries, coupons, paidWithPoints }: NonNullable<Answer["bill"]>,
    to: Pick<SeenEntry, "walletCode" | "msisdn" | "clientId">,
  ): void {
    const [redemption, reward = redemption] = entries;
    if (redemption === undefined || reward === undefined) return;
    const numbers = coupons.map((one) => one.couponNumber);
    this.bills.set(reward.id, numbers);
    for (const number of numbers) this.used.add(number);
    const { id, logTypeId, amount } = redemption;
    if (redemption !== reward)
      this.entries.push({ id, logTypeId, amount, amountValue: paidWithPoints, key: undefined, ...to });
  }

  /** Which holds have ended and which coupons were used, so that most of what is asked later can be carried out. */
  private learnOfFields({ operation, content }: FaultRequest, code: number): void {
    const isOfHold = operation === "Capture" || operation === "Release";
    if (isOfHold && (code === 0 || code === 1418)) this.ended.add(Number(content.HoldId));
    if (code !== 0) return;
    if (operation === "RedeemCoupon") this.used.add(String(content.CouponNumber));
    if (operation === "CancelCoupon") this.used.delete(String(content.CouponNumber));
    if (operation === "Cancel")
      for (const number of this.bills.get(Number(content.TransactionId)) ?? []) this.used.delete(number);
  }

  private remember(request: FaultRequest): FaultRequest {
    if (request.key === undefined) return request;
    this.requests.push(request);
    if (this.requests.length > REMEMBERED) this.requests.splice(this.random.between(0, REMEMBERED - 1), 1);
    return request;
  }

  private fresh(): FaultRequest {
    const { random, cast } = this;
    const operation: OperationName =
      cast.fields !== undefined && random.chance(FIELDS_SHARE)
        ? random.weighted({
            Hold: 5,
            Capture: 5,
            Release: 3,
            IssueCoupon: 3,
            RedeemCoupon: 4,
            CancelCoupon: 2,
            Settle: 14,
          })
        : random.weighted({ Reward: 5, RedeemUser: 5, Refund: 4, ReturnReward: 3, Cancel: 4 });
    const isOfFamily = cast.fields !== undefined && random.chance(FAMILY_SHARE);
    // What takes points is tried where there are some, more often than not.
    const isTaking = operation === "Hold" || operation === "IssueCoupon";
    const rich =
      isTaking && random.chance(0.7)
        ? cast.wallets.filter(({ code }) => (this.balances.get(this.purseOf(code)) ?? 0) >= RICH)
        : [];
    const from = rich.length > 0 ? rich : cast.fields?.family;
    const wallet =
      isOfFamily || rich.length > 0
        ? random.pick(from ?? [])
        : random.chance(HOT_SHARE)
          ? cast.wallets[0]
          : random.pick(cast.wallets);
    if (wallet === undefined) throw new RangeError("A run needs wallets");
    this.made += 1;
    const namesInvoice =
      operation === "Reward" || (operation === "Settle" && cast.fields?.sharesInvoices === true);
    const tag = namesInvoice && random.chance(0.15) ? this.invoice() : `${this.name}-${this.made}`;
    // Most tills belong to the first merchant.
    const client = random.chance(0.7) ? random.pick(cast.clients.slice(0, 1)) : random.pick(cast.clients);
    const clientId = client.id;
    const hasKey = operation === "Reward" || operation === "Settle" || random.chance(0.85);
    const content: Content = {
      WalletCode: wallet.code,
      ContactMsisdn: wallet.msisdn,
      BranchMsisdn: random.pick(client.branches),
      [operation === "Reward" ? "InvoiceNumber" : "Comment"]: tag,
    };
    if (operation === "Reward" || operation === "RedeemUser") content.PointsValue = this.amount(wallet.code);
    else if (operation === "Hold") this.ask(content, wallet.code);
    else if (operation === "Settle") this.fill(content, tag);
    else if (operation === "IssueCoupon") content.OfferNumber = random.pick(cast.fields?.offers ?? []);
    else if (operation === "RedeemCoupon" || operation === "CancelCoupon")
      this.aimAtCoupon(content, operation);
    else if (operation === "Capture" || operation === "Release") this.aimAtHold(content, operation);
    else this.aim(content, operation, clientId);
    this.slip(content);
    const request: FaultRequest = {
      operation,
      clientId,
      key: hasKey ? `${operation}-${this.name}-${this.made}` : undefined,
      isKeyInHeader: ["Reward", "RedeemUser", "Cancel", "Settle"].includes(operation)
        ? false
        : random.chance(0.5),
      content,
      pin: undefined,
      tag,
    };
    return { ...request, pin: this.pinFor(request) };
  }

  /** One of a few numbers, so that several rewards are for the same invoice, in any letter case. */
  private invoice(): string {
    const number = `${this.name}-INV${this.random.between(1, 6)}`;
    return this.random.pick([number, number.toLowerCase(), number.toUpperCase()]);
  }

  /** Amounts where mistakes live: the balance, one more, one less, one, the most that is allowed. */
  private amount(walletCode: string): number {
    const balance = this.balances.get(this.purseOf(walletCode)) ?? 0;
    const kind = this.random.weighted({ usual: 8, balance: 2, above: 2, below: 2, one: 2, maximum: 1 });
    const amounts = {
      usual: this.random.between(1, 300),
      balance,
      above: balance + 1,
      below: balance - 1,
      one: 1,
      maximum: MAXIMUM,
    };
    return this.withPiastres(Math.min(MAXIMUM, Math.max(1, amounts[kind])));
  }

  /** A third of the amounts are not whole; some are less than one. */
  private withPiastres(units: number): number {
    const { random } = this;
    if (units === MAXIMUM || !random.chance(0.33)) return units;
    const hundredths = random.between(1, 99);
    const whole = random.chance(0.1) ? 0 : units;
    return Number(`${whole}.${String(hundredths).padStart(2, "0")}`);
  }

  /** Points a refund, a return or a cancellation at something. */
  private aim(content: Content, operation: OperationName, clientId: string): void {
    const { random, cast } = this;
    const kind = random.weighted({ seen: 14, recent: 8, old: 1, unknown: 1, arriving: 2 });
    // Most of what is given back can be; of some of these some is given back before they are cancelled.
    const meantKind = operation === "ReturnReward" ? 2 : 1;
    const isKindMeant = random.chance(operation === "Cancel" ? 0.3 : 0.8);
    const candidates = isKindMeant
      ? this.entries.filter(({ logTypeId }) => logTypeId === meantKind)
      : this.entries;
    const seen = candidates.at(-random.between(1, kind === "recent" ? 5 : Math.max(1, candidates.length)));
    if (kind === "old" && cast.oldEntries.length > 0) {
      const { id, walletCode, msisdn } = random.pick(cast.oldEntries);
      Object.assign(content, { TransactionId: id, WalletCode: walletCode, ContactMsisdn: msisdn });
    } else if (kind === "arriving" && operation === "Cancel") {
      // Of something that is on its way, or never will be: the caller did not get an answer.
      const waiting = this.requests.filter(
        ({ clientId: owner, operation: asked }) => owner === clientId && asked !== "Cancel",
      );
      const request = waiting.at(-random.between(1, 10));
      content.OriginalExternalLogId = request?.key ?? `never-${this.made}`;
      if (request !== undefined) {
        content.WalletCode = request.content.WalletCode ?? "";
        content.ContactMsisdn = request.content.ContactMsisdn ?? "";
      }
    } else if (kind === "unknown" || seen === undefined) {
      content.TransactionId = random.between(1, 2 ** 40);
    } else {
      if (random.chance(0.95)) Object.assign(content, this.ownerOf(seen));
      const isByKey =
        operation === "Cancel" && seen.key !== undefined && seen.clientId === clientId && random.chance(0.3);
      if (isByKey) content.OriginalExternalLogId = seen.key ?? "";
      else content.TransactionId = seen.id;
      if (operation !== "Cancel") this.part(content, seen);
    }
  }

  private part(content: Content, { amount, amountValue }: SeenEntry): void {
    const kind = this.random.weighted({ all: 4, points: 4, value: 3, both: 2, above: 1 });
    const points = Math.max(1, this.random.between(1, Math.max(1, amount)));
    const value = this.withPiastres(this.random.between(1, Math.max(1, amountValue)));
    if (kind === "points" || kind === "both") content.Points = Math.min(MAXIMUM, points);
    if (kind === "value" || kind === "both") content.PointsValue = Math.min(MAXIMUM, value);
    if (kind === "above") content.Points = Math.min(MAXIMUM, amount + 1);
  }

  /** What a hold is for: money, points, or both, which may not agree; and how long it lasts. */
  private ask(content: Content, walletCode: string): void {
    const { random } = this;
    const kind = random.weighted({ value: 5, points: 4, both: 1 });
    const balance = this.balances.get(this.purseOf(walletCode)) ?? 0;
    const isSmall = balance >= RICH && random.chance(0.6);
    const amount = isSmall ? random.between(1, Math.min(MAXIMUM, balance) / 2) : this.amount(walletCode);
    if (kind !== "points") content.PointsValue = amount;
    if (kind !== "value") content.Points = Math.max(1, Math.floor(amount));
    content.Minutes = random.pick([1, 30, 45, 120, 10_080]);
  }

  /** A bill with coupons, with points, with both or with neither; one in a few is for more than can be paid, or with two coupons of one offer. */
  private fill(content: Content, tag: string): void {
    const { random, cast } = this;
    content.InvoiceNumber = tag;
    const count = random.weighted({ none: 3, one: 5, two: 3 });
    if (count !== "none") {
      const own = cast.fields?.coupons ?? [];
      const issued = this.coupons.map(({ number, walletCode }) => ({ number, walletCode }));
      const left = [...own, ...issued].filter(({ number }) => random.chance(0.1) || !this.used.has(number));
      const first = random.pick(left);
      const owner = cast.wallets.find(({ code }) => code === first.walletCode);
      if (owner !== undefined && random.chance(0.95))
        Object.assign(content, { WalletCode: owner.code, ContactMsisdn: owner.msisdn });
      const others = left.filter(
        ({ number, walletCode }) =>
          number !== first.number && (walletCode === null || walletCode === content.WalletCode),
      );
      const second = count === "two" && others.length > 0 ? [random.pick(others).number] : [];
      content.CouponNumbers = [first.number, ...second];
    }
    const bill = this.amount(String(content.WalletCode));
    content.BillValue = bill;
    const paid = random.weighted({ none: 3, max: 4, some: 4, above: 1 });
    if (paid === "max") content.RedeemValue = "max";
    if (paid === "some") content.RedeemValue = this.withPiastres(random.between(1, Math.ceil(bill)));
    if (paid === "above") content.RedeemValue = Math.min(MAXIMUM, Math.ceil(bill) + 1);
  }

  /** The same coupons at other tills, with a bill or alone, and the bill undone under its reference. */
  private settleRivals(request: FaultRequest, random: Random): FaultRequest[] {
    const { key, content, tag } = request;
    const [CouponNumber] = (content.CouponNumbers ?? []) as readonly string[];
    const { WalletCode = "", ContactMsisdn = "" } = content;
    const wallet = random.chance(0.4) ? random.pick(this.cast.wallets) : undefined;
    const to = {
      ...(wallet === undefined
        ? { WalletCode, ContactMsisdn }
        : { WalletCode: wallet.code, ContactMsisdn: wallet.msisdn }),
    };
    const kinds = CouponNumber === undefined ? ["undo"] : ["settle", "settle", "use", "undo"];
    return Array.from({ length: random.between(1, 3) }, (_, index): FaultRequest => {
      const kind = random.pick(kinds);
      const own = { tag: `${tag}.${index}`, isKeyInHeader: false };
      const client = random.pick(this.cast.clients);
      const BranchMsisdn = random.pick(client.branches);
      const bare = { WalletCode, ContactMsisdn, Comment: own.tag };
      if (kind === "undo")
        return {
          ...{ ...request, ...own, operation: "Cancel", key: `Cancel-${key}.${index}`, pin: undefined },
          content: { ...bare, BranchMsisdn: content.BranchMsisdn ?? "", OriginalExternalLogId: key ?? "" },
        };
      if (kind === "use")
        return {
          ...{ ...request, ...own, operation: "RedeemCoupon", key: `RedeemCoupon-${key}.${index}` },
          ...{ clientId: client.id, pin: undefined },
          content: { ...bare, ...to, BranchMsisdn, CouponNumber: CouponNumber ?? "" },
        };
      const rival: FaultRequest = {
        ...{ ...request, ...own, clientId: client.id, key: `${key}.${index}` },
        content: { ...content, ...to, BranchMsisdn, InvoiceNumber: own.tag, Comment: own.tag },
      };
      return { ...rival, pin: this.pinFor(rival) };
    });
  }

  /** Points a capture or a release at a hold, at one that has ended, at something else, or at nothing. */
  private aimAtHold(content: Content, operation: OperationName): void {
    const { random } = this;
    const kind = random.weighted({ recent: 12, seen: 5, other: 2, unknown: 1 });
    const mayHaveEnded = random.chance(0.3);
    const candidates = this.entries.filter(
      ({ id, logTypeId }) =>
        (logTypeId === 12) === (kind !== "other") && (mayHaveEnded || !this.ended.has(id)),
    );
    const seen = candidates.at(-random.between(1, kind === "recent" ? 4 : Math.max(1, candidates.length)));
    if (kind === "unknown" || seen === undefined) {
      content.HoldId = random.between(1, 2 ** 40);
      return;
    }
    content.HoldId = seen.id;
    if (random.chance(0.95)) Object.assign(content, this.ownerOf(seen));
    if (operation === "Capture") this.part(content, seen);
  }

  /** Points at a coupon, now and then at another wallet's, or at one that was issued before, to nobody or to nobody at all. */
  private aimAtCoupon(content: Content, operation: OperationName): void {
    const { random, cast } = this;
    const seen = this.coupons.at(
      -random.between(1, random.chance(0.6) ? 4 : Math.max(1, this.coupons.length)),
    );
    if (operation === "CancelCoupon" && random.chance(0.3)) content.Void = true;
    const back = this.coupons.filter(({ number }) => this.used.has(number));
    const isBack = operation === "CancelCoupon" && content.Void !== true && back.length > 0;
    const meant = isBack && random.chance(0.7) ? random.pick(back) : seen;
    if (meant === undefined || random.chance(0.2)) {
      const prepared = random.pick(cast.fields?.coupons ?? []);
      content.CouponNumber = prepared.number;
      const owner = cast.wallets.find(({ code }) => code === prepared.walletCode);
      if (owner !== undefined)
        Object.assign(content, { WalletCode: owner.code, ContactMsisdn: owner.msisdn });
      return;
    }
    content.CouponNumber = meant.number;
    if (random.chance(0.93))
      Object.assign(content, { WalletCode: meant.walletCode, ContactMsisdn: meant.msisdn });
  }

  /** The same coupon at other tills, and the cancellation of what issued it. */
  private couponRivals(request: FaultRequest, random: Random): FaultRequest[] {
    const { key, content, tag } = request;
    const others = Array.from({ length: random.between(1, 4) }, (_, index): FaultRequest => {
      const client = random.pick(this.cast.clients);
      const own = `${tag}.${index}`;
      return {
        ...{ ...request, clientId: client.id, key: key && `${key}.${index}`, tag: own },
        content: { ...content, BranchMsisdn: random.pick(client.branches), Comment: own },
      };
    });
    const issued = this.coupons.find(({ number }) => number === content.CouponNumber);
    if (issued === undefined || !random.chance(0.4)) return others;
    const { CouponNumber: _number, Void: _void, ...bare } = content;
    const undo = {
      ...{ ...request, operation: "Cancel" as const, key: key && `Cancel-${key}.u`, tag: `${tag}.u` },
      ...{ isKeyInHeader: false, content: { ...bare, TransactionId: issued.entryId, Comment: `${tag}.u` } },
    };
    return [...others, undo];
  }

  /** What others ask for at the same moment: of one hold's captures and releases only one can be carried out, of a coupon's uses too. */
  rivalsOf(request: FaultRequest, random: Random): FaultRequest[] {
    const { operation, key, content, tag } = request;
    if (operation === "Settle") return random.chance(0.4) ? this.settleRivals(request, random) : [];
    if (operation === "RedeemCoupon") return random.chance(0.4) ? this.couponRivals(request, random) : [];
    if ((operation !== "Capture" && operation !== "Release") || !random.chance(0.4)) return [];
    const { Points: _points, PointsValue: _value, ...bare } = content;
    return random.pick([["Release"], ["Capture"], ["Capture", "Release"]] as const).map((rival, index) => ({
      ...request,
      operation: rival,
      key: key && `${key}.${index}`,
      tag: `${tag}.${index}`,
      content: { ...bare, Comment: `${tag}.${index}` },
    }));
  }

  /** The wallet that an entry was made for; of a family's entry now and then the parent, which may name it as well. */
  private ownerOf({ walletCode, msisdn }: SeenEntry): Content {
    const { wallets, fields } = this.cast;
    const purse = this.purseOf(walletCode);
    const parent = [...wallets, ...(fields?.family ?? [])].find(({ code }) => code === purse);
    if (purse === walletCode || parent === undefined || !this.random.chance(0.3))
      return { WalletCode: walletCode, ContactMsisdn: msisdn };
    return { WalletCode: parent.code, ContactMsisdn: parent.msisdn };
  }

  private purseOf(walletCode: string): string {
    return this.cast.fields?.purses.get(walletCode) ?? walletCode;
  }

  /** Now and then something is wrong: the number, the wallet, the branch. */
  private slip(content: Content): void {
    const { random, cast } = this;
    if (!random.chance(0.04)) return;
    const kind = random.pick(["msisdn", "wallet", "inactive", "foreign"] as const);
    if (kind === "msisdn") content.ContactMsisdn = "01199999999";
    if (kind === "wallet") content.WalletCode = "NOBODY";
    if (kind === "inactive") content.BranchMsisdn = cast.inactiveBranch;
    if (kind === "foreign") content.BranchMsisdn = cast.foreignBranch;
  }

  private pinFor({ operation, content }: FaultRequest): string | undefined {
    if (!isPaid(operation)) return undefined;
    const wallet = this.cast.wallets.find(({ code }) => code === content.WalletCode);
    if (wallet?.pin === undefined) return undefined;
    return this.random.chance(wallet.code === this.cast.guessedWallet ? 0.1 : 0.8)
      ? wallet.pin
      : this.random.pick(["0000", "0000", undefined]);
  }

  private branchesOf(clientId: string): readonly string[] {
    return this.cast.clients.find(({ id }) => id === clientId)?.branches ?? [];
  }

  /** The same reference with one field changed: the amount, the wallet, the branch, or the text. */
  private changed(request: FaultRequest): FaultRequest {
    const { random, cast } = this;
    const content = { ...request.content };
    const kind = random.pick(["amount", "wallet", "branch", "text"] as const);
    const other = random.pick(cast.wallets);
    let { tag } = request;
    if (kind === "amount" && content.BillValue !== undefined) content.BillValue = this.amount(other.code);
    else if (kind === "amount" && content.PointsValue !== undefined)
      content.PointsValue = this.amount(other.code);
    else if (kind === "wallet")
      Object.assign(content, { WalletCode: other.code, ContactMsisdn: other.msisdn });
    else if (kind === "branch") content.BranchMsisdn = random.pick(this.branchesOf(request.clientId));
    else {
      this.made += 1;
      tag = `${this.name}-${this.made}`;
      content[request.operation === "Reward" ? "InvoiceNumber" : "Comment"] = tag;
      if (request.operation === "Settle") content.InvoiceNumber = tag;
    }
    const changed = { ...request, content, tag };
    return { ...changed, pin: this.pinFor(changed) };
  }
}
