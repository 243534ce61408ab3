import { defined } from "@/lib/areas/defined";
import { AdminError } from "@/lib/areas/errors";
import type { Prisma } from "@/lib/platform/database/generated/client";

/** Who a wallet belongs to; what is absent stays as it is, null takes it away. */
export interface WalletProfileInput {
  name?: string | null | undefined;
  email?: string | null | undefined;
  address?: string | null | undefined;
  gender?: string | null | undefined;
  /** ISO date. */
  birthDate?: string | null | undefined;
  nid?: string | null | undefined;
}

type ProfileData = Pick<
  Prisma.WalletProfileUncheckedUpdateInput & Prisma.WalletProfileUncheckedCreateInput,
  keyof WalletProfileInput
>;

/** @throws AdminError invalid (a day of birth that is still to come) */
export function profileData(
  { name, email, address, gender, birthDate, nid }: WalletProfileInput,
  now: Date,
): ProfileData {
  if (isStillToCome(birthDate, now)) throw new AdminError("invalid", { field: "birthDate" });
  return {
    ...defined({ name, email, address, gender, nid }),
    ...(birthDate !== undefined && { birthDate: birthDate === null ? null : new Date(birthDate) }),
  };
}

/** Somewhere on earth it is a day later already. */
function isStillToCome(day: string | null | undefined, now: Date): boolean {
  return typeof day === "string" && Date.parse(day) > now.getTime() + 14 * 60 * 60_000;
}
