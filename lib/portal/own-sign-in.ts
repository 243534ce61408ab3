import { env } from "@/lib/platform/env";
import { AdminError } from "@/lib/portal/acts/errors";

/** Throws AdminError `not_found` where single sign-on is not set up. */
export function requireSingleSignOn(): void {
  if (env().oidc === undefined) throw new AdminError("not_found");
}

/** Throws AdminError `sso_only` where nobody signs in with a password or a passkey of this service. */
export function requireOwnSignIn(): void {
  if (env().oidc?.isOnly === true) throw new AdminError("sso_only");
}
