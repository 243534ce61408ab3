import { languageOfRequest } from "@/lib/portal/cookies";
import { serveContract } from "@/lib/portal/serve";
import { assignCase, closeCase, noteCase, openCase } from "./cases";
import { radar } from "./contract";
import { setOwnNumbers } from "./people";
import {
  evidenceReport,
  lookAtToday,
  readEvidence,
  readRadar,
  readRadarPerson,
  readReviews,
} from "./read-portal";
import { decideReview } from "./reviews";

export const radarPortal = serveContract(radar, {
  list: ({ actor, query }) => readRadar(actor, query),
  run: ({ actor }) => lookAtToday(actor),
  person: ({ actor, params }) => readRadarPerson(actor, params.userId),
  openCase: async ({ actor, admin, context, params }) => {
    const { userId } = await openCase(context, admin, params);
    return readRadarPerson(actor, userId);
  },
  numbers: async ({ actor, admin, context, params, body }) => {
    const { userId } = await setOwnNumbers(context, admin, { ...params, change: body });
    return readRadarPerson(actor, userId);
  },
  assign: async ({ actor, admin, context, params, body }) => {
    const { userId } = await assignCase(context, admin, { ...params, ...body });
    return readRadarPerson(actor, userId);
  },
  note: async ({ actor, admin, context, params, body }) => {
    const { userId } = await noteCase(context, admin, { ...params, ...body });
    return readRadarPerson(actor, userId);
  },
  close: async ({ actor, admin, context, params, body }) => {
    const { userId } = await closeCase(context, admin, { ...params, ...body });
    return readRadarPerson(actor, userId);
  },
  finding: ({ actor, params }) => readEvidence(actor, params.findingId),
  report: ({ actor, params, request }) =>
    evidenceReport(actor, params.findingId, languageOfRequest(request.headers)),
  reviews: ({ actor }) => readReviews(actor),
  decide: async ({ actor, admin, context, params, body }) => {
    await decideReview(context, admin, { ...params, ...body });
    return readReviews(actor);
  },
});
