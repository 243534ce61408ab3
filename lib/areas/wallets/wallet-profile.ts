import { isDate, PROFILE_FIELDS, type ProfileField } from "@/lib/ledger/core/profile";
import { programmeCountry } from "@/lib/platform/country";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { nationalIdProblem, plainNationalId } from "@/lib/platform/national-id";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";

/** Fields of a wallet's owner; absent ones stay as they are, null takes one away. Dates are ISO dates. */
export type WalletProfileInput = { [Field in ProfileField]?: string | null | undefined };

type ProfileData = Pick<Prisma.WalletProfileUncheckedCreateInput, ProfileField>;

/**
 * The written columns of a customer's profile.
 * @param before what is known of the customer already
 * @throws AdminError invalid: a day of birth that is still to come; an id that is none of the programme's country, or says another
 * day of birth
 */
export function profileData(
  input: WalletProfileInput,
  now: Date,
  before: { nid: string | null; birthDate: string | null } = { nid: null, birthDate: null },
): ProfileData {
  if (isStillToCome(input.birthDate, now)) throw new AdminError("invalid", { field: "birthDate" });
  const nid = typeof input.nid === "string" ? plainNationalId(input.nid) : input.nid;
  if (nid) {
    const { birthDate = before.birthDate } = input;
    const today = now.toISOString().slice(0, 10);
    if (nationalIdProblem(nid, { country: programmeCountry(), birthDate, today }) !== null)
      throw new AdminError("invalid", { field: "nid" });
  }
  const fields = PROFILE_FIELDS.map((field) => [field, stored(field, field === "nid" ? nid : input[field])]);
  return defined(Object.fromEntries(fields) as ProfileData);
}

function stored(field: ProfileField, value: string | null | undefined): string | Date | null | undefined {
  return typeof value === "string" && isDate(field) ? new Date(value) : value;
}

/** Somewhere on earth it is a day later already. */
function isStillToCome(day: string | null | undefined, now: Date): boolean {
  return typeof day === "string" && Date.parse(day) > now.getTime() + 14 * 60 * 60_000;
}
