import { listUsers } from "@/lib/areas/staff/read";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { inLanguage, type Language } from "@/lib/platform/language";
import { formatOffsetDateTime, parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import { AUDIT_SUBJECTS } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { ADMIN_ACTIONS, isPermitted } from "@/lib/portal/acts/permissions";
import { personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { requireMerchant } from "@/lib/portal/require";
import { ALL_SECURITY_KINDS, isSecurityKind } from "@/lib/portal/security-log/kinds";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { OWN_ACTIONS } from "@/lib/portal/session/own-account";
import { services } from "@/lib/services";
import { audit } from "./contract";
import type { AuditEntry, AuditFilter } from "./read";
import { listSecurityEvents, readAudit } from "./read";
import type { Act, AuditFilters, AuditPage, AuditQuery } from "./schemas";
import { inOrder, stepOf } from "./words";

/** Read from the log at a time for a file: enough to be quick, little enough to hold. */
const EXPORT_PAGE = 200;

/** The last administrative acts that the actor may read about, the newest first. Throws AdminError `forbidden`. */
export async function readLastActs(actor: PortalActor, limit: number): Promise<Act[]> {
  const { acts } = await readAudit(adminContext(), actor, { limit });
  return acts.map(serializeAct);
}

export const auditPortal = serveContract(audit, {
  list: ({ actor, context, query }) => readLog(context, actor, query),
  choices: async ({ actor, context }) => {
    const users = isPermitted(actor, "user.read") ? await listUsers(context, actor) : [];
    const acts = ADMIN_ACTIONS.filter((action) => !/\.(?:read|run|expose_nid|unlimited_rate)$/.test(action));
    return {
      users: users.map((user) => ({ id: user.id, name: personName(user), username: user.username })),
      actions: [...acts, ...OWN_ACTIONS].sort(),
      kinds: ALL_SECURITY_KINDS.filter((kind) => !TOLD_AS_ACTS.includes(kind)),
      subjects: [...AUDIT_SUBJECTS],
    };
  },
  report: ({ actor, query, request }) => auditReport(actor, query, languageOfRequest(request.headers)),
});

const PAGE_SIZE = 40;
/** Security events that the audit log has as acts. */
const TOLD_AS_ACTS = ALL_SECURITY_KINDS.filter((kind) =>
  [...ADMIN_ACTIONS, ...OWN_ACTIONS].some((action) => action === kind),
);

/**
 * A page of acts and security events, the newest of both. Its cursor has the last number of each kind: every kind has its own numbers.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
async function readLog(
  context: AdminContext,
  actor: PortalActor,
  { cursor, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const { kind, grave, alone, action } = filters;
  const filter = filterOf(actor, filters);
  const [beforeAct = "", beforeEvent = ""] = cursor?.split(".") ?? [];
  const eventKind = action !== undefined && isSecurityKind(action) ? action : undefined;
  const isEventOnly = eventKind !== undefined && !TOLD_AS_ACTS.includes(eventKind);
  const readsActs = kind !== "events" && grave === undefined && !isEventOnly;
  const readsEvents =
    kind !== "acts" &&
    alone === undefined &&
    filter.subject === undefined &&
    (action === undefined || eventKind);
  const none = { acts: [], events: [], nextCursor: null };
  const [acts, events] = await Promise.all([
    readsActs
      ? readAudit(context, actor, { ...filter, cursor: beforeAct || undefined, limit: PAGE_SIZE })
      : none,
    readsEvents
      ? listSecurityEvents(context, actor, {
          ...{ userId: filter.userId, merchantId: filter.merchantId, from: filter.from, until: filter.until },
          ...{ kind: eventKind, cursor: beforeEvent || undefined, limit: PAGE_SIZE },
          ...(readsActs && { without: TOLD_AS_ACTS }),
          ...(grave !== undefined && { isGrave: true as const }),
        })
      : none,
  ]);
  const found = inOrder(acts.acts.map(serializeAct), events.events);
  const shown = found.slice(0, PAGE_SIZE);
  const shownActs = shown.flatMap(({ act }) => act ?? []);
  const shownEvents = shown.flatMap(({ event }) => event ?? []);
  const isLast = shown.length === found.length && acts.nextCursor === null && events.nextCursor === null;
  const next = `${shownActs.at(-1)?.id ?? beforeAct}.${shownEvents.at(-1)?.id ?? beforeEvent}`;
  return { acts: shownActs, events: shownEvents, nextCursor: isLast ? null : next };
}

/**
 * The acts that match as a CSV file, newest first, read from the log while it is sent. Headers are in the reader's language,
 * actions are English words for machines.
 */
async function auditReport(actor: PortalActor, filters: AuditFilters, language: Language): Promise<Response> {
  const filter = filterOf(actor, filters);
  await recordSecurityEvent({ kind: "export.audit", userId: actor.userId });
  const { clock, programme } = services();
  const zone = programme.timeZone();
  const day = formatOffsetDateTime(clock.now(), zone).slice(0, 10);
  return new Response(csvStream(columnsIn(zone, language), acts(), language), {
    headers: csvHeaders({ name: `audit ${day}`, plainName: `audit ${day}` }),
  });

  async function* acts(): AsyncGenerator<AuditEntry> {
    let cursor: string | undefined;
    do {
      const page = await readAudit(adminContext(), actor, { ...filter, cursor, limit: EXPORT_PAGE });
      yield* page.acts;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}

function filterOf(
  actor: PortalActor,
  { who, action, type, subject, merchant, alone, from, until }: AuditFilters,
): AuditFilter {
  if (merchant !== undefined) requireMerchant(actor, merchant);
  const zone = services().programme.timeZone();
  return {
    merchantId: merchant,
    userId: who,
    isAlone: alone === "yes",
    action,
    subject: type === undefined ? undefined : { type, id: subject },
    from: from === undefined ? undefined : parseZonedDateTime(from, zone),
    until: until === undefined ? undefined : startOfDayAfter(until, zone),
  };
}

function serializeAct({ at, ...act }: AuditEntry): Act {
  return {
    ...act,
    at: at.toISOString(),
    // The log keeps objects there, or nothing.
    before: act.before as Act["before"],
    after: act.after as Act["after"],
  };
}

function columnsIn(zone: string, language: Language): CsvColumn<AuditEntry>[] {
  const json = (snapshot: unknown) => (snapshot === null ? null : JSON.stringify(snapshot));
  return [
    { header: { en: "Number", ar: "الرقم" }, cell: ({ id }) => id },
    { header: { en: "Time", ar: "الوقت" }, cell: ({ at }) => formatOffsetDateTime(at, zone) },
    { header: { en: "Number of the person", ar: "رقم المستخدم" }, cell: ({ user }) => user?.id },
    { header: { en: "Person", ar: "المستخدم" }, cell: ({ user }) => user?.name },
    { header: { en: "Step", ar: "المرحلة" }, cell: (act) => stepOf(act) },
    { header: { en: "Act", ar: "الإجراء" }, cell: ({ action }) => action },
    { header: { en: "Kind of thing", ar: "نوع العنصر" }, cell: ({ subject }) => subject.type },
    { header: { en: "Number of the thing", ar: "رقم العنصر" }, cell: ({ subject }) => subject.id },
    {
      header: { en: "Name of the thing", ar: "اسم العنصر" },
      cell: ({ subject }) => subject.name && inLanguage(subject.name, language),
    },
    { header: { en: "Merchant number", ar: "رقم التاجر" }, cell: ({ merchantId }) => merchantId },
    { header: { en: "Before", ar: "قبل" }, cell: ({ before }) => json(before) },
    { header: { en: "After", ar: "بعد" }, cell: ({ after }) => json(after) },
    { header: { en: "From address", ar: "من العنوان" }, cell: ({ ipAddress }) => ipAddress },
    { header: { en: "Request", ar: "الطلب" }, cell: ({ requestId }) => requestId },
  ];
}
