import type { ProofRefusal } from "@/lib/portal/session/own-proof";
import { PortalRefusal } from "./refusal";

/** How a proof that was not one is answered: at the field of the password, or of the code. */
export function proofRefusal(refusal: ProofRefusal): PortalRefusal {
  return refusal === "wrong_password"
    ? PortalRefusal.ofField("password", "wrong_password")
    : PortalRefusal.ofField("code", "wrong_code");
}
