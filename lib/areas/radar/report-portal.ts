import { entryColumns } from "@/lib/areas/entries/columns";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";
import { formatOffsetDateTime } from "@/lib/platform/time";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { readEvidence } from "./read-portal";
import type { Evidence } from "./schemas";
import { isOfPins } from "./words";

/** Evidence of a finding as a CSV file, the newest first. Throws AdminError `forbidden`, `not_found` for one that the actor is not shown. */
export async function evidenceReport(
  actor: PortalActor,
  findingId: string,
  language: Language,
): Promise<Response> {
  const { person, finding, entries, pinFailures } = await readEvidence(actor, findingId);
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    branchId: finding.branch.id,
    details: { finding: findingId },
  });
  const zone = services().programme.timeZone();
  const headers = csvHeaders({
    name: `${person.name} ${finding.signal} ${finding.day}`,
    plainName: `radar-${person.id} ${finding.signal} ${finding.day}`,
  });
  const body = isOfPins(finding.signal)
    ? csvStream(pinColumns(zone), pinFailures, language)
    : csvStream(entryColumns(zone, language), entries, language);
  return new Response(body, { headers });
}

function pinColumns(zone: string): CsvColumn<Evidence["pinFailures"][number]>[] {
  return [
    { header: { en: "Time", ar: "الوقت" }, cell: ({ at }) => formatOffsetDateTime(new Date(at), zone) },
    { header: { en: "Wallet code", ar: "كود المحفظة" }, cell: ({ wallet }) => wallet?.walletCode },
  ];
}
