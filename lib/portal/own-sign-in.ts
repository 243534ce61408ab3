import { env } from "@/lib/platform/env";
import { PortalRefusal } from "./refusal";

/** Throws PortalRefusal `not_found` where single sign-on is not set up. */
export function requireSingleSignOn(): void {
  if (env().oidc === undefined) throw new PortalRefusal("not_found");
}

/** Throws PortalRefusal `sso_only` where nobody signs in with a password or a passkey of this service. */
export function requireOwnSignIn(): void {
  if (env().oidc?.isOnly === true) throw new PortalRefusal("sso_only");
}
