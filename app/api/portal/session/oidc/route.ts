import { singleSignOnRequestSchema, singleSignOnSchema } from "@/lib/areas/account/schemas";
import { startSingleSignOn } from "@/lib/areas/account/single-sign-on";
import { requireSingleSignOn } from "@/lib/portal/own-sign-in";
import { PortalRefusal } from "@/lib/portal/refusal";
import { safeReturnPath } from "@/lib/portal/return-path";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Where the browser goes to sign in with the organisation's account. */
export const POST = withPublicPortal({
  reach: "self",
  body: singleSignOnRequestSchema,
  answer: singleSignOnSchema,
  handler: async ({ body, address, setCookies }) => {
    requireSingleSignOn();
    const returnPath = safeReturnPath(body.returnPath) ?? "/";
    const started = await startSingleSignOn({ address, returnPath });
    if (started === null) throw new PortalRefusal("sso_unavailable");
    setCookies(started.cookies);
    return { url: started.url };
  },
});
