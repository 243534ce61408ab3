import { RESTART_SECONDS } from "@/lib/areas/certification/judges";
import { TYPING_SECONDS } from "@/lib/areas/certification/judges-of-pins";
import { DECIDED_SECONDS } from "@/lib/areas/sandbox/scenarios";

type Fields = Readonly<Record<string, unknown>>;

/** What a till looks at in an answer. */
export interface TillAnswer {
  errorCode: string;
  /** Seconds. */
  retryAfter: number | null;
  entryId: number | null;
  /** Of GetDeals. */
  etag: string | null;
}

interface Sent {
  language: "en" | "ar";
  ifNoneMatch?: string;
}

/** Sends one request; null when no answer came. */
export type Send = (operation: string, fields: Fields, sent: Sent) => Promise<TillAnswer | null>;

interface Wallet {
  WalletCode: string;
  ContactMsisdn: string;
  BranchMsisdn: string;
}

/** After so many attempts it gives up. */
const ATTEMPTS_MAX = 3;

/** A till as its maker should write it: what it does about each outcome is what certification asks for. */
export class ScriptedTill {
  #references = 0;
  language: Sent["language"] = "en";

  constructor(
    private readonly send: Send,
    /** Lets so many seconds pass, as Retry-After says. */
    private readonly wait: (seconds: number) => Promise<void> | void,
    /** What its references begin with. */
    private readonly name: string,
  ) {}

  newReference(): string {
    this.#references += 1;
    return `${this.name}-${this.#references}`;
  }

  /** Sends a request under one reference until the truth is known; null when nobody ever answered. */
  async ask(operation: string, fields: Fields, reference = this.newReference()): Promise<TillAnswer | null> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const answer = await this.send(
        operation,
        { ...fields, ExternalLogId: reference },
        { language: this.language },
      );
      if (answer === null) continue;
      if (answer.errorCode !== "1902" && answer.errorCode !== "1701") return answer;
      await this.wait(answer.retryAfter ?? 1);
    }
    return null;
  }

  /** The same for a sale, which is cancelled by its reference when nobody ever answered. */
  async sell(operation: string, { PointsValue, ...wallet }: Wallet & { PointsValue: number }): Promise<void> {
    const reference = this.newReference();
    const InvoiceNumber = `I-${reference}`;
    const answer = await this.ask(operation, { ...wallet, PointsValue, InvoiceNumber }, reference);
    if (answer === null) await this.ask("Cancel", { ...wallet, OriginalExternalLogId: reference });
  }

  /** Shows everything that a till is certified for, on the wallets of a sandbox. */
  async goThroughTheList(wallet: (suffix: string) => Wallet): Promise<void> {
    const plain = wallet("01");
    const bill = (PointsValue: number) => ({ PointsValue, InvoiceNumber: `B-${this.newReference()}` });
    const reward = await this.ask("Reward", { ...plain, ...bill(200) });
    const redemption = await this.ask("RedeemUser", { ...plain, ...bill(100) });
    const mixed = bill(90);
    await this.ask("RedeemUser", { ...plain, ...mixed, PointsValue: 60 });
    await this.ask("Reward", { ...plain, ...mixed });
    await this.ask("RedeemUser", { ...wallet("02"), ...bill(50), PinCode: "1234" });
    await this.ask("Refund", { ...plain, TransactionId: redemption?.entryId, Points: 40 });
    await this.ask("ReturnReward", { ...plain, TransactionId: reward?.entryId, PointsValue: 30 });
    const mistaken = this.newReference();
    await this.ask("Reward", { ...plain, ...bill(60) }, mistaken);
    await this.ask("Cancel", { ...plain, OriginalExternalLogId: mistaken });
    await this.sell("Reward", { ...wallet("22"), PointsValue: 70 });
    const stored = { ...wallet("22"), ...bill(73), ExternalLogId: this.newReference() };
    await this.send("Reward", stored, { language: this.language });
    await this.wait(RESTART_SECONDS);
    await this.send("Reward", stored, { language: this.language });
    const waiting = { ...wallet("33"), ...bill(72), ExternalLogId: this.newReference() };
    await this.send("Reward", waiting, { language: this.language });
    await this.wait(DECIDED_SECONDS);
    await this.send("Reward", waiting, { language: this.language });
    await this.sell("Reward", { ...wallet("21"), PointsValue: 71 });
    await this.sell("RedeemUser", { ...wallet("24"), PointsValue: 10 });
    await this.sell("RedeemUser", { ...wallet("25"), PointsValue: 10 });
    await this.sell("RedeemUser", { ...wallet("23"), PointsValue: 10 });
    await this.ask("RedeemUser", { ...wallet("11"), ...bill(10) });
    await this.ask("RedeemUser", { ...wallet("12"), ...bill(10), PinCode: "4711" });
    await this.wait(TYPING_SECONDS);
    await this.ask("RedeemUser", { ...wallet("12"), ...bill(10), PinCode: "4712" });
    await this.ask("RedeemUser", { ...wallet("13"), ...bill(10), PinCode: "1234" });
    await this.ask("RedeemUser", { ...wallet("14"), ...bill(10), PinCode: "1234" });
    await this.ask("Reward", { ...wallet("15"), ...bill(10) });
    await this.ask("Reward", { ...plain, ...bill(10), WalletCode: "T0-99" });
    this.language = "ar";
    await this.ask("Reward", { ...plain, ...bill(15) });
    await this.ask("RedeemUser", { ...wallet("11"), ...bill(12) });
    const deals = await this.send("GetDeals", {}, { language: "ar" });
    await this.send("GetDeals", {}, { language: "ar", ifNoneMatch: deals?.etag ?? "" });
  }
}
