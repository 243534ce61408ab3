import type { z } from "zod";
import type { ApiClient, Scope } from "@/lib/areas/clients/api-client";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import type { Trial } from "@/lib/areas/clients/trial";
import type { ReferenceSpace } from "@/lib/ledger/core/command-facts";
import type { ErrorCode } from "@/lib/ledger/core/errors";
import type { Bilingual } from "@/lib/platform/language";
import type { Services } from "@/lib/services";
import type { IntegrationRequest, IntegrationResponse, WireContext } from "./message";

/** The road by which a Cancel undoes what was sent under a reference; "never": it is refused with 1414, which names it. */
export type Undo = "cancelled" | "released" | "reopened" | "never";

export interface Moves {
  /** The namespace of its references. */
  references: ReferenceSpace;
  undo: Undo;
}

/** An operation of the points API: what it is called with, what it answers, and what happens in between. */
export interface Operation {
  /** As it stands in the path. */
  name: string;
  method: "GET" | "POST";
  /** The scope that a client needs for it (rules.md §4); null: none. */
  scope: Exclude<Scope, "events"> | null;
  /** Purpose in a line: the reference has the English one, the first of the developer pages each in its language. */
  summary: Bilingual;
  description: string;
  request: z.ZodType;
  response: z.ZodType;
  /** The namespace of its references, and how a Cancel by one undoes it (rules.md §7); null: it moves nothing. */
  moves: Moves | null;
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
