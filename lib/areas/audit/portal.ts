import { listUsers } from "@/lib/areas/staff/list-users";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { inLanguage, type Language } from "@/lib/platform/language";
import { formatOffsetDateTime, parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import { AUDIT_SUBJECTS } from "@/lib/portal/acts/audit-log";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { requireMerchant } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { OWN_ACTIONS } from "@/lib/portal/session/own-account";
import { services } from "@/lib/services";
import { audit } from "./contract";
import type { AuditEntry, AuditFilter } from "./list-acts";
import { readAudit } from "./read-audit";
import type { Act, AuditFilters } from "./schemas";
import { stepOf } from "./words";

/** Read from the log at a time for a file: enough to be quick, little enough to hold. */
const EXPORT_PAGE = 200;

/** The last administrative acts that the actor may read about, the newest first. Throws AdminError `forbidden`. */
export async function readLastActs(actor: PortalActor, limit: number): Promise<Act[]> {
  const { acts } = await readAudit(adminContext(), actor, { limit });
  return acts.map(serializeAct);
}

export const auditPortal = serveContract(audit, {
  list: async ({ actor, context, query: { cursor, ...filters } }) => {
    const page = await readAudit(context, actor, { ...filterOf(actor, filters), cursor });
    return { acts: page.acts.map(serializeAct), nextCursor: page.nextCursor };
  },
  choices: async ({ actor, context }) => {
    const users = await listUsers(context, actor);
    const acts = Object.keys(PERMISSIONS).filter(
      (action) => !/\.(?:read|run|expose_nid|unlimited_rate)$/.test(action),
    );
    return {
      users: users.map(({ id, name, username }) => ({ id, name, username })),
      actions: [...acts, ...OWN_ACTIONS].sort(),
      subjects: [...AUDIT_SUBJECTS],
    };
  },
  report: ({ actor, query, request }) => auditReport(actor, query, languageOfRequest(request.headers)),
});

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
  { who, action, type, subject, merchant, from, until }: AuditFilters,
): AuditFilter {
  if (merchant !== undefined) requireMerchant(actor, merchant);
  const zone = services().programme.timeZone();
  return {
    merchantId: merchant,
    userId: who,
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
