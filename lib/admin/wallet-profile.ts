import type { Prisma } from "@/lib/db/generated/client";
import { defined } from "./defined";

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

export function profileData({
  name,
  email,
  address,
  gender,
  birthDate,
  nid,
}: WalletProfileInput): ProfileData {
  return {
    ...defined({ name, email, address, gender, nid }),
    ...(birthDate !== undefined && { birthDate: birthDate === null ? null : new Date(birthDate) }),
  };
}
