import { env } from "@/lib/platform/env";
import { PortalRefusal } from "./refusal";

/** Throws PortalRefusal `sso_only` where nobody signs in with a password or a passkey of this service. */
export function requireOwnSignIn(): void {
  if (env().oidc?.isOnly === true) throw new PortalRefusal("sso_only");
}
