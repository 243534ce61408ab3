import * as z from "zod/mini";
import { doneSchema } from "@/lib/areas/account/schemas";
import { finishSingleSignOn } from "@/lib/areas/account/single-sign-on";
import { requireSingleSignOn } from "@/lib/portal/own-sign-in";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Where the organisation's sign-in service sends people back to. Who is not let in reads so on the sign-in page. */
export const GET = withPublicPortal({
  reach: "self",
  comesFromElsewhere: true,
  query: z.record(z.string(), z.string()),
  answer: doneSchema,
  handler: async ({ request, query, address, setCookies }) => {
    requireSingleSignOn();
    const result = await finishSingleSignOn(request.headers, { query, address });
    if (result === null) return goTo("/sign-in?sso=refused");
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, undefined));
    return goTo(result.returnPath);
  },
});

const goTo = (location: string) => new Response(null, { status: 303, headers: { location } });
