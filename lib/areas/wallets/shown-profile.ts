import { NO_PROFILE, PROFILE_FIELDS, profileShown } from "@/lib/ledger/rules/profile";
import type { WalletView } from "@/lib/ledger/rules/types";
import { maskEmail, maskMsisdn, maskNationalId } from "@/lib/platform/mask";
import { formatMsisdn } from "@/lib/platform/msisdn";
import type { Role } from "@/lib/portal/acts/roles";
import type { ShownProfile } from "./profile-schemas";

/** Those who look after the programme read what they manage; others recognise what a customer has said. */
export function seesAll(role: Role): boolean {
  return role === "merchant_admin" || role === "programme_operator";
}

/**
 * A customer's data as a role may read it, and the names of the fields that it does not show as they are. Of customers who were
 * never at the reader's merchant nothing but the masked number (rules.md §16).
 */
export function shownProfile(
  {
    profile: { nid, referralMsisdn, ...profile },
    contactMsisdn,
  }: Pick<WalletView, "profile" | "contactMsisdn">,
  { role, isKnown }: { role: Role; isKnown: boolean },
): { shown: ShownProfile; masked: string[] } {
  if (!isKnown && role !== "programme_operator")
    return {
      shown: {
        ...profileShown({ ...profile, nid, referralMsisdn }, isKnown),
        nationalId: null,
        mobile: maskMsisdn(contactMsisdn),
      },
      masked: ["contactMsisdn", ...PROFILE_FIELDS],
    };
  const nationalId = nid && role !== "programme_operator" ? maskNationalId(nid) : nid;
  if (seesAll(role))
    return {
      shown: { ...profile, nationalId, mobile: formatMsisdn(contactMsisdn) },
      masked: nationalId === nid ? [] : ["nid"],
    };
  return {
    shown: {
      ...NO_PROFILE,
      name: profile.name,
      email: profile.email && maskEmail(profile.email),
      nationalId,
      mobile: maskMsisdn(contactMsisdn),
    },
    masked: ["contactMsisdn", ...PROFILE_FIELDS.filter((field) => field !== "name")],
  };
}
