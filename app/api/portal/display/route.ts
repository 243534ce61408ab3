import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { leave, pair, readDisplay } from "@/lib/areas/display/portal";
import { displayQuerySchema, displaySchema, pairDisplaySchema } from "@/lib/areas/display/schemas";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** What the display of this cookie shows. */
export const GET = withPublicPortal({
  reach: "self",
  query: displayQuerySchema,
  answer: displaySchema,
  handler: ({ request, query }) => readDisplay(request.headers, { ...query, signal: request.signal }),
});

/** Pairs this device with the till that shows the code. */
export const POST = withPublicPortal({
  reach: "self",
  body: pairDisplaySchema,
  answer: doneSchema,
  handler: async ({ body, address, setCookies }) => {
    setCookies(await pair(body.code, address));
    return DONE;
  },
});

export const DELETE = withPublicPortal({
  reach: "self",
  answer: doneSchema,
  handler: async ({ request }) => {
    await leave(request.headers);
    return DONE;
  },
});
