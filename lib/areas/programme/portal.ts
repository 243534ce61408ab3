import { listMerchants } from "@/lib/areas/merchants/merchants";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type ConsentText, readConsentText } from "@/lib/portal/acts/consent";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { readSegmentHoldings } from "@/lib/wallet/facts";
import { programme } from "./contract";
import { createSegment } from "./create-segment";
import type {
  ConsentText as ConsentTextBody,
  Programme,
  ProgrammeDesk,
  Segment,
  SegmentHistory,
  SegmentHoldings,
} from "./desk-schemas";
import { listSegmentVersions } from "./list-segment-versions";
import { listSegments } from "./list-segments";
import type { ProgrammeView } from "./programme-view";
import { publishConsentText } from "./publish-consent-text";
import { readProgramme } from "./read-programme";
import type { SegmentView } from "./segment-view";
import { updateProgramme } from "./update-programme";
import { updateSegment } from "./update-segment";

export const programmePortal = serveContract(programme, {
  desk: ({ admin }) => readProgrammeDesk(admin),
  publishConsent: async ({ context, admin, body }) =>
    presentConsentText(await publishConsentText(context, admin, body)),
  segment: ({ admin, params }) => readSegmentHistory(admin, params.segmentId),
  holdings: ({ params }) => readHoldings(params.segmentId),
  change: async ({ context, admin, body }) => presentProgramme(await updateProgramme(context, admin, body)),
  addSegment: async ({ context, admin, body }) => presentSegment(await createSegment(context, admin, body)),
  changeSegment: async ({ context, admin, params, body }) =>
    presentSegment(await updateSegment(context, admin, { ...params, ...body })),
});

/** The programme's rules, its segments, and each merchant's refund rules. Throws AdminError `forbidden`. */
async function readProgrammeDesk(actor: AdminActor): Promise<ProgrammeDesk> {
  const context = adminContext();
  const [programme, consent, segments, merchants] = await Promise.all([
    readProgramme(context, actor),
    readConsentText(context),
    listSegments(context, actor),
    listMerchants(context, actor),
  ]);
  return {
    programme: presentProgramme(programme),
    consent: presentConsentText(consent),
    segments: segments.map(presentSegment),
    merchants,
  };
}

/** The rates that a segment has and had. Throws AdminError `forbidden`, `not_found`. */
async function readSegmentHistory(actor: AdminActor, segmentId: number): Promise<SegmentHistory> {
  const versions = await listSegmentVersions(adminContext(), actor, { segmentId });
  return {
    versions: versions.map(({ by, ...version }) => {
      const { isDefault, ...segment } = presentSegment(version);
      return { ...segment, by };
    }),
  };
}

/** Extent of a change of the segment's rates. A segment that nobody has holds nothing. */
async function readHoldings(segmentId: number): Promise<SegmentHoldings> {
  const { pool } = await reportsSource();
  return readSegmentHoldings(pool, segmentId);
}

function presentProgramme({ updatedAt, weekendDays, ...programme }: ProgrammeView): Programme {
  return { ...programme, weekendDays: [...weekendDays], updatedAt: updatedAt.toISOString() };
}

function presentConsentText({ since, ...text }: ConsentText): ConsentTextBody {
  return { ...text, since: since.toISOString() };
}

function presentSegment({ versionId, segmentId, createdAt, ...segment }: SegmentView): Segment {
  return { ...segment, id: segmentId, version: versionId, since: createdAt.toISOString() };
}
