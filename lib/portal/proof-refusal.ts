import type { AdminError } from "@/lib/portal/acts/errors";
import type { ProofRefusal } from "@/lib/portal/session/own-proof";
import { fieldRefusal } from "./refusal";

/** How a proof that was not one is answered: at the field of the password, or of the code. */
export function proofRefusal(refusal: ProofRefusal): AdminError {
  return refusal === "wrong_password"
    ? fieldRefusal("password", "wrong_password")
    : fieldRefusal("code", "wrong_code");
}
