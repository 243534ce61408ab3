import type { OPERATIONS, operations } from "./contract.js";

type OperationName = keyof typeof OPERATIONS;
type Where<Key extends "movesPoints" | "method", Value> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends Record<Key, Value> ? Name : never;
}[OperationName];

/** An operation that may change something and therefore carries a reference. */
export type MovementName = Where<"movesPoints", true>;
/** A movement that Cancel finds by its reference. A Cancel whose answer was lost is sent again. */
export type CancellableName = Exclude<
  Extract<MovementName, (typeof OPERATIONS)["Cancel"]["originalOperations"][number]>,
  "Cancel"
>;
/** A POST that changes nothing: it may be sent as often as one likes. */
export type QueryName = Extract<Where<"movesPoints", false>, Where<"method", "POST">>;

/** The request body of an operation, as the contract has it. */
export type FieldsOf<Name extends OperationName> = operations[Name]["request"];
/** The body of a success. */
export type AnswerOf<Name extends OperationName> = operations[Name]["success"];
/** The body of a refusal: the same envelope with what is missing null. */
export type RefusalOf<Name extends OperationName> = operations[Name]["refusal"];

/** The fields of a movement. The reference may be left out: one is then made. */
export type MovementFields<Name extends MovementName> = WithoutReference<FieldsOf<Name>> & {
  ExternalLogId?: string;
};
/** Of each variant on its own, so that one of several fields stays required. */
type WithoutReference<Fields> = Fields extends unknown ? Omit<Fields, "ExternalLogId"> : never;

/**
 * A movement that is ready to be sent: plain JSON. Store it before it is sent, and after a crash send what was stored: the
 * reference inside is what makes the points move once.
 */
export interface Prepared<Name extends MovementName = MovementName> {
  readonly operation: Name;
  readonly fields: MovementFields<Name> & { readonly ExternalLogId: string };
}

/** The service has carried the request out. */
export interface Done<Answer> {
  kind: "done";
  answer: Answer;
  /** True when an earlier attempt had done it already: this is the first answer again. */
  isReplay: boolean;
  /** Requests that were sent for it. */
  attempts: number;
  /** Name it when you report a problem; null where an answer had none. */
  requestId: string | null;
}

/** The service has said no, and nothing has moved. Sending the same again does not help, except as `retryAfterSeconds` says. */
export interface Refused<Answer> {
  kind: "refused";
  /** The code, "1301" say: see the list of codes in the developer pages. */
  code: string;
  /** The service's own words, in the client's language. */
  message: string;
  answer: Answer;
  /** When the refusal ends by itself (a PIN that is locked for a while): whole seconds. Null otherwise. */
  retryAfterSeconds: number | null;
  attempts: number;
  requestId: string | null;
}

/**
 * Nobody knows whether the request was carried out: no answer came in time, or the service could not say. Send the same
 * {@link Prepared} again later, or give it up with `cancelUnknown`.
 */
export interface Unknown {
  kind: "unknown";
  /** Reason of the last failed attempt, for the log. */
  reason: string;
  attempts: number;
}

/**
 * A person decides (1703, 1704), and nothing has moved. Keep the {@link Prepared}, tell the cashier, and `send` the same one again once it was
 * decided.
 */
export interface Waiting<Answer> extends Omit<Refused<Answer>, "kind"> {
  kind: "waiting";
}

export type Outcome<Answer, Refusal> = Done<Answer> | Refused<Refusal> | Waiting<Refusal> | Unknown;

/** The operation was given up: it has had no effect, or its effect was undone. */
export interface Cancelled {
  kind: "cancelled";
  /** True when the operation had been carried out, and was now undone; false when it never arrived and never will. */
  wasCarriedOut: boolean;
  answer: AnswerOf<"Cancel"> | RefusalOf<"Cancel">;
}

/** `refused` says why it cannot be undone: its period has ended (1412), say. Then it has been carried out and stands. */
export type CancelOutcome = Cancelled | Refused<RefusalOf<"Cancel">> | Waiting<RefusalOf<"Cancel">> | Unknown;

export type DealsOutcome = Outcome<AnswerOf<"GetDeals">, RefusalOf<"GetDeals">> & {
  /** True when the list is the one that this client has answered before: nothing was transferred. */
  isUnchanged?: boolean;
};

export interface SendOptions {
  /** Ends the waiting, not the operation: what was sent may be carried out, and the outcome is `unknown`. */
  signal?: AbortSignal;
}
