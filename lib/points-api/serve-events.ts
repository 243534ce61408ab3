import type { ApiClient } from "@/lib/areas/clients/api-client";
import { EVENT_TYPES, eventText } from "@/lib/areas/webhooks/event-types";
import { feedEnd, parseFeedCursor, readFeed } from "@/lib/areas/webhooks/feed";
import { DomainError } from "@/lib/ledger/rules/errors";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Bilingual } from "@/lib/platform/language";
import type { Services } from "@/lib/services";
import { answerClientPreflight, serveClient } from "./client-endpoint";
import { FEED_LIMIT_MAX, feedQuerySchema } from "./events";

/** The feed has a rate of its own, so that a reader that is behind takes nothing from the tills of its client (rules.md §12). */
export const FEED_RATE = { perSecond: 10, burst: 20 } as const;

/**
 * The events of the client's merchant from a cursor on (an extension of the interface), for those who cannot receive
 * webhooks: `{"events":[…],"cursor":"…","hasMore":…}`. The ClientId is checked as that of any operation, with the scope
 * `events`; refusals are `{"errorCode","errorMessage"}` with the codes of the interface. Never throws.
 */
export function serveEvents(request: Request): Promise<Response> {
  const rate = { name: "events", ...FEED_RATE };
  return serveClient(request, { name: "Events", rate, answer: readPage });
}

/** Answers the preflight of a browser for a page of another origin; 1104 where no client allows the origin. */
export function answerEventsPreflight(request: Request): Promise<Response> {
  return answerClientPreflight(request, "GET, HEAD, OPTIONS");
}

/** Throws DomainError 1103 or 1002. */
async function readPage(client: ApiClient, _services: Services, request: Request): Promise<string> {
  if (!client.scopes.has("events")) throw new DomainError(1103);
  const { cursor: sent, limit, types } = readQuery(request);
  const cursor = typeof sent === "string" ? await feedEnd(portalPool()) : sent;
  const { merchantId, sandbox } = client;
  const page = await readFeed(portalPool(), { merchantId, cursor, limit, types, sandbox });
  if (page === null) throw new DomainError(1002, { field: "cursor", advice: "feed_cursor" });
  const events = page.events.map((event) => eventText(event)).join(",");
  const { cursor: next, hasMore } = page;
  return `{"events":[${events}],"cursor":${JSON.stringify(next)},"hasMore":${hasMore}}`;
}

/** The form of each part of the query. */
const FORMS: Readonly<Record<string, Bilingual>> = {
  cursor: { en: "The cursor of the page before, or now", ar: "قيمة cursor من الصفحة السابقة، أو now" },
  limit: { en: `A whole number from 1 to ${FEED_LIMIT_MAX}`, ar: `رقم صحيح من 1 إلى ${FEED_LIMIT_MAX}` },
  types: {
    en: "Types of events, separated by commas, such as points.rewarded,points.redeemed",
    ar: "أنواع أحداث بينها فواصل، مثل points.rewarded,points.redeemed",
  },
};

function refusalOf(field: string): DomainError {
  const form = FORMS[field];
  return new DomainError(1002, { field, ...(form && { form }) });
}

function readQuery(request: Request) {
  const parsed = feedQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw refusalOf(String(parsed.error.issues[0]?.path[0]));
  const cursor = parsed.data.cursor === "now" ? "now" : parseFeedCursor(parsed.data.cursor);
  if (cursor === null) throw refusalOf("cursor");
  const types = (parsed.data.types ?? "").split(",").filter((type) => type !== "");
  const known: readonly string[] = EVENT_TYPES;
  if (!types.every((type) => known.includes(type))) throw refusalOf("types");
  return { cursor, limit: parsed.data.limit, types };
}
