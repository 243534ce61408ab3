import { givePinFromDisplay } from "@/lib/areas/display/portal";
import { displayPinSchema, displaySchema } from "@/lib/areas/display/schemas";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** The customer's PIN, for the redemption that waits at the till. The answer does not say what it came to. */
export const POST = withPublicPortal({
  reach: "self",
  body: displayPinSchema,
  answer: displaySchema,
  handler: ({ request, body }) => givePinFromDisplay(request.headers, body),
});
