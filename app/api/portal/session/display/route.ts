import { endTillDisplay, offerTillDisplay, readTillDisplay, showFromTill } from "@/lib/areas/display/portal";
import {
  displayQuerySchema,
  newDisplaySchema,
  showRequestSchema,
  tillDisplaySchema,
} from "@/lib/areas/display/schemas";
import { TILL_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The display of the caller's till. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  prolongs: false,
  query: displayQuerySchema,
  answer: tillDisplaySchema,
  handler: (call) => readTillDisplay(call, { ...call.query, signal: call.request.signal }),
});

/** Waits for a display, with a new code. */
export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: newDisplaySchema,
  answer: tillDisplaySchema,
  handler: (call) => offerTillDisplay(call, call.body),
});

/** Says what the till shows. */
export const PUT = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  prolongs: false,
  body: showRequestSchema,
  answer: tillDisplaySchema,
  handler: (call) => showFromTill(call, call.body),
});

export const DELETE = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  answer: tillDisplaySchema,
  handler: (call) => endTillDisplay(call),
});
