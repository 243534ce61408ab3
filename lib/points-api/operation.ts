import type { z } from "zod";
import type { RequirementName } from "@/lib/areas/certification/schemas";
import type { ApiClient, Scope } from "@/lib/areas/clients/api-client";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import type { Trial } from "@/lib/areas/clients/trial";
import type { COMMANDS, CommandType, ReferenceSpace } from "@/lib/ledger/rules/command-facts";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import type { Asked } from "@/lib/ledger/rules/refusals";
import type { CouponActKind } from "@/lib/ledger/with/coupons/references";
import type { LimitName } from "@/lib/ledger/with/limits/words";
import type { Bilingual } from "@/lib/platform/language";
import type { Services } from "@/lib/services";
import type { IntegrationRequest, IntegrationResponse, WireContext } from "./message";
import type { RefusalForm } from "./refusal-forms";

/** The road by which a Cancel undoes what was sent under a reference; "never": it is refused with 1414, which names it. */
export type Undo = "cancelled" | "released" | "reopened" | "never";

/** Refusals that test wallets play, each with the limit that it names or whether the wallet refuses the operation (rules.md §14). */
interface Played<Limit extends LimitName> {
  1301: boolean;
  1307: boolean;
  1311: boolean;
  1312: boolean;
  1415: boolean;
  1421: boolean;
  1422: boolean;
  1501: boolean;
  1702: Limit | false;
  1703: boolean;
  1704: Limit | false;
}

/** Whether test wallets play each of these codes. */
export type Trials<Code extends ErrorCode, Limit extends LimitName> = {
  readonly [One in Code & keyof Played<Limit>]: Played<Limit>[One];
};

type FactsOf<One extends Asked> = (typeof COMMANDS)[One extends CommandType ? One : "redeem"];
type RefusalOf<One extends Asked> =
  | 1501
  | (One extends "buy"
      ? (typeof COMMANDS)["redeem"]["refusesAsPurchase"][number]
      : FactsOf<One>["refuses"][number]);

/** Limits of a settled bill are those of its parts. */
type LimitOf<One extends Asked> = FactsOf<One extends "settle" ? "reward" : One>["limits"][number];

/** {@link Trials} of the codes of a request to the ledger. */
export type TrialsOf<One extends Asked> = Trials<RefusalOf<One>, LimitOf<One>>;

export interface Moves {
  what: "points" | "coupons" | "wallets";
  /** The namespace of its references. */
  references: ReferenceSpace;
  undo: Undo;
  /** Acts on coupons that it does under its reference. */
  couponActs: readonly CouponActKind[];
  /** Whether test wallets lose its answer or make it late as well; never of one by which a caller gives up. */
  answers: "always" | "may_be_lost" | "may_be_late";
  trials: Partial<Played<LimitName>>;
}

/** Facts of the operation's example for the Postman collection and the page to try requests out. */
interface Sample {
  /** Operations that make the records that the example names, in their order. */
  after: readonly string[];
  /** The part of its answer that requests after it name. */
  keeps: "transactionId" | "offerNumber" | "couponNumber" | null;
}

/** An operation of the points API: what it is called with, what it answers, and what happens in between. */
export interface Operation {
  /** As it stands in the path. */
  name: string;
  method: "GET" | "POST";
  /** The scope that a client needs for it (rules.md §4); null: none. */
  scope: Exclude<Scope, "events"> | null;
  /** A second scope that it needs. */
  alsoScope?: Exclude<Scope, "events">;
  /** Purpose in a line: the reference has the English one, the first of the developer pages each in its language. */
  summary: Bilingual;
  description: string;
  request: z.ZodType;
  response: z.ZodType;
  /** How a Cancel by its reference undoes it (rules.md §7), and how it is tried on test wallets; null: it changes nothing. */
  moves: Moves | null;
  /** Answer to a repetition under its reference: the first one, that of the operation that it quotes, or one made anew. */
  repeated: "first" | "quoted" | "anew";
  /** The requirement that is shown by doing it once; null: certification does not ask for it. */
  certification: RequirementName | null;
  /** The envelope of its refusals. */
  refused: RefusalForm;
  sample: Sample;
  /** The codes that it may refuse with; 1007 is the answer to a path or method that is none of theirs. */
  codes: readonly ErrorCode[];
  /** From a call to its answer. Throws DomainError for every refusal. */
  answer(call: Call): Promise<IntegrationResponse>;
}

/** An authenticated call of one operation. */
export interface Call {
  services: Services;
  request: IntegrationRequest;
  client: ApiClient;
  wire: WireContext;
  now: Date;
  requestId: string;
  /** Where what was read of the request is noted for the client's log. */
  noted: {
    body?: Readonly<Record<string, unknown>>;
    liberties: LibertyTaken[];
    /** Places of the bill's lines that cannot be read, from 1 on; 0: none of them can. */
    linesLeftOut?: readonly number[];
    trial?: Trial;
    isLost?: boolean;
    /** A value of FindWallet names the customer. */
    isCustomerValue?: boolean;
    /** The value of FindWallet that names the customer is too old. */
    isCustomerExpired?: boolean;
    customerIssuedAt?: Date;
  };
}

/** Refusals that can meet any request, before the wallet is looked up. */
export const ANY_REQUEST = [1002, 1005, 1008, 1101, 1102, 1103, 1104, 1105, 1701, 1901, 1902] as const;
