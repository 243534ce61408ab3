import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { DealCatalogue, LiveDeals } from "@/lib/areas/deals/live-deals";
import { DomainError } from "@/lib/ledger/rules/errors";
import { processSingleton } from "@/lib/platform/process-singleton";
import { getDealsResponseSchema } from "./deals";
import { dealsSuccess } from "./envelopes";
import { optionalMsisdn, optionalText } from "./fields";
import type { IntegrationResponse } from "./message";
import { branchOf } from "./movement";
import { ANY_REQUEST, type Call, type Operation } from "./operation";
import { DEALS_REFUSAL } from "./refusal-forms";
import { parseRequest } from "./request";

/** Query of GetDeals (interface.md §4.5; rules.md §10). */
export const getDealsRequestSchema = z
  .object({
    ratePlan: optionalText(64, {
      help: {
        en: "Compared without case. Absent: every live deal. Given: the deals without a rate plan and those with this one.",
        ar: "لا فرق بين الأحرف الكبيرة والصغيرة. إذا لم يُرسل: كل العروض السارية. إذا أُرسل: العروض التي ليس لها خطة أسعار والعروض التي لها هذه الخطة.",
      },
      inLog: "shown",
      example: "gold",
    }),
    BranchMsisdn: optionalMsisdn({
      help: {
        en: "Mobile number of one of the client's branches: only the deals of that branch.",
        ar: "رقم موبايل أحد فروع نظام الكاشير: عروض هذا الفرع وحدها.",
      },
      inLog: "branch",
      example: "01000000001",
    }),
  })
  .meta({ id: "GetDealsRequest" });

/** Lists the deals that are live now for a rate plan (interface.md §4.5). */
export const getDeals = {
  name: "GetDeals",
  method: "GET",
  scope: "deals",
  summary: { en: "List the live deals", ar: "تعرض العروض السارية" },
  description:
    "Lists the published deals that can be had now, with their active branches, ordered by `SortingNumber` (null last), then the latest `StartDate` first. Send the `ETag` of the last answer as `If-None-Match` to get 304 while nothing has changed.",
  request: getDealsRequestSchema,
  moves: null,
  repeated: "anew",
  certification: "deals",
  refused: DEALS_REFUSAL,
  sample: { after: [], keeps: null },
  response: getDealsResponseSchema,
  codes: [...ANY_REQUEST, 1110, 1111],
  answer,
} as const satisfies Operation;

interface Prepared {
  edition: number;
  validFromMs: number;
  validUntilMs: number;
  etag: string;
  /** The deals in it, which they are counted by. */
  dealIds: readonly number[];
  plain: Buffer;
  gzipped: Buffer;
}

const PREPARED_MAX = 256;

/**
 * The answer is kept ready, serialised and compressed, for each rate plan, language, address and limit to a merchant, until a deal starts, ends
 * or changes (rules.md §10).
 */
async function answer(call: Call): Promise<IntegrationResponse> {
  const { ratePlan, BranchMsisdn } = readQuery(call);
  const { branch, refusal } =
    BranchMsisdn === null ? { branch: undefined, refusal: null } : branchOf(call, { BranchMsisdn });
  if (refusal !== null) throw new DomainError(refusal);
  const live = await call.services.deals.live(ratePlan);
  const baseUrl = call.services.publicUrl ?? call.request.reachedAt();
  const prepared = prepare(live, call, { baseUrl, branchId: branch?.id ?? null });
  // A caller who is told that nothing has changed shows the same deals again. A test client's requests count no looks, unless all clients
  // are tests: the demo.
  if (call.client.sandbox?.isDemo ?? true) call.services.dealCounts.answered(prepared.dealIds);
  const headers: Record<string, string> = {
    ETag: prepared.etag,
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language, Accept-Encoding, ClientId, Origin",
  };
  if (isMatch(call.request.header("if-none-match"), prepared.etag)) return { status: 304, headers, body: "" };
  headers["Content-Type"] = "application/json; charset=utf-8";
  if (!acceptsGzip(call.request.header("accept-encoding")))
    return { status: 200, headers, body: prepared.plain };
  headers["Content-Encoding"] = "gzip";
  return { status: 200, headers, body: prepared.gzipped };
}

function readQuery({ request: { query }, client, noted }: Call) {
  const params = new URLSearchParams(query);
  const sentAs = (name: string) => {
    const written = params.getAll(name);
    const read = client.isStrict ? written : written.map((value) => value.trim());
    if (read.some((value, index) => value !== written[index])) noted.liberties.push(`blanks:${name}`);
    // An empty value is what a form sends for none.
    const sent = read.filter((value) => value !== "");
    return sent.length > 1 ? sent : sent[0];
  };
  return parseRequest(getDealsRequestSchema, {
    ratePlan: sentAs("ratePlan"),
    BranchMsisdn: sentAs("BranchMsisdn"),
  });
}

function prepare(
  live: LiveDeals,
  { services, client, wire }: Call,
  { baseUrl, branchId }: { baseUrl: string; branchId: number | null },
): Prepared {
  const kept = preparedOf(services.deals);
  const merchantId = client.ownDealsOnly ? client.merchantId : null;
  // Neither a language nor an address has a space in it.
  const key = `${wire.language} ${baseUrl} ${merchantId} ${branchId} ${live.ratePlan}`;
  const known = kept.get(key);
  // The same boundaries: the deals are those of the same moment.
  if (
    known !== undefined &&
    known.edition === live.edition &&
    known.validFromMs === live.validFromMs &&
    known.validUntilMs === live.validUntilMs
  )
    return known;
  const deals = live.deals.filter(
    ({ merchant, validAt }) =>
      (merchantId === null || merchant.id === merchantId) &&
      (branchId === null || validAt.includes(branchId)),
  );
  const plain = Buffer.from(JSON.stringify(dealsSuccess(deals, { language: wire.language, baseUrl })));
  const prepared = {
    edition: live.edition,
    validFromMs: live.validFromMs,
    validUntilMs: live.validUntilMs,
    dealIds: deals.map(({ id }) => id),
    etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`,
    plain,
    gzipped: gzipSync(plain),
  };
  if (kept.size >= PREPARED_MAX) kept.clear();
  kept.set(key, prepared);
  return prepared;
}

/** Prepared answers of one catalogue: editions are numbered by their catalogue. */
function preparedOf(catalogue: DealCatalogue): Map<string, Prepared> {
  const all = processSingleton("prepared-deals", () => new WeakMap<DealCatalogue, Map<string, Prepared>>());
  let kept = all.get(catalogue);
  if (kept === undefined) {
    kept = new Map();
    all.set(catalogue, kept);
  }
  return kept;
}

function isMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(",").some((tag) => {
    const opaque = tag.trim().replace(/^W\//, "");
    return opaque === "*" || `W/${opaque}` === etag;
  });
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(acceptEncoding ?? "");
}
