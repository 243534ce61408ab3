import { isDate, PROFILE_FIELDS, type ProfileField } from "@/lib/ledger/core/profile";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";

/** Who a wallet belongs to; what is absent stays as it is, null takes it away. Dates are ISO dates. */
export type WalletProfileInput = { [Field in ProfileField]?: string | null | undefined };

type ProfileData = Pick<
  Prisma.WalletProfileUncheckedUpdateInput & Prisma.WalletProfileUncheckedCreateInput,
  ProfileField
>;

/** @throws AdminError invalid (a day of birth that is still to come) */
export function profileData(input: WalletProfileInput, now: Date): ProfileData {
  if (isStillToCome(input.birthDate, now)) throw new AdminError("invalid", { field: "birthDate" });
  const fields = PROFILE_FIELDS.map((field) => [field, stored(field, input[field])]);
  return defined(Object.fromEntries(fields) as ProfileData);
}

function stored(field: ProfileField, value: string | null | undefined): string | Date | null | undefined {
  return typeof value === "string" && isDate(field) ? new Date(value) : value;
}

/** Somewhere on earth it is a day later already. */
function isStillToCome(day: string | null | undefined, now: Date): boolean {
  return typeof day === "string" && Date.parse(day) > now.getTime() + 14 * 60 * 60_000;
}
