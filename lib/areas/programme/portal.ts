import { listMerchants } from "@/lib/areas/merchants/merchants";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { readConsentText } from "@/lib/portal/acts/consent";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { readSegmentHoldings } from "@/lib/wallet/facts";
import { putClockRight, readClockDamage } from "./clock";
import { programme } from "./contract";
import type { ProgrammeView } from "./programme";
import { publishConsentText, readProgramme, updateProgramme } from "./programme";
import { createSegment, listSegments, listSegmentVersions, updateSegment } from "./segments";

export const programmePortal = serveContract(programme, {
  desk: ({ admin }) => readProgrammeDesk(admin),
  publishConsent: ({ context, admin, body }) => publishConsentText(context, admin, body),
  segment: async ({ context, admin, params }) => ({
    versions: await listSegmentVersions(context, admin, params),
  }),
  /** Extent of a change of the segment's rates. A segment that nobody has holds nothing. */
  holdings: async ({ params }) => readSegmentHoldings((await reportsSource()).pool, params.segmentId),
  clock: ({ context }) => readClockDamage(context),
  putClockRight: ({ context, admin }) => putClockRight(context, admin),
  change: async ({ context, admin, body }) => {
    const changed = await updateProgramme(context, admin, body);
    // The page that is asked for next shows the new name, whether or not the announcement has arrived.
    await services().programme.refresh();
    return shown(changed);
  },
  addSegment: ({ context, admin, body }) => createSegment(context, admin, body),
  changeSegment: ({ context, admin, params, body }) => updateSegment(context, admin, { ...params, ...body }),
});

/** The programme's rules, its segments, and each merchant's refund rules. Throws AdminError `forbidden`. */
async function readProgrammeDesk(actor: AdminActor) {
  const context = adminContext();
  const [programme, consent, segments, merchants] = await Promise.all([
    readProgramme(context, actor),
    readConsentText(context),
    listSegments(context, actor),
    listMerchants(context, actor),
  ]);
  return { programme: shown(programme), consent, segments, merchants };
}

const shown = ({ weekendDays, ...programme }: ProgrammeView) => ({
  ...programme,
  weekendDays: [...weekendDays],
});
