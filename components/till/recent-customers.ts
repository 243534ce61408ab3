import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** A customer who was just served, in as few words as tell them apart. */
export interface RecentCustomer {
  walletId: number;
  name: string | null;
  mobile: string;
}

const COUNT_MAX = 5;

/** In the memory of this tab only, and of one user only. */
let recent: { userId: number; customers: readonly RecentCustomer[] } = { userId: 0, customers: [] };

export function recentCustomers(userId: number): readonly RecentCustomer[] {
  return recent.userId === userId ? recent.customers : [];
}

export function rememberCustomer(userId: number, { id, profile }: TillWallet): void {
  const others = recentCustomers(userId).filter(({ walletId }) => walletId !== id);
  const customer = { walletId: id, name: firstWord(profile.name), mobile: profile.mobile };
  recent = { userId, customers: [customer, ...others].slice(0, COUNT_MAX) };
}

export function firstWord(name: string | null): string | null {
  return name?.trim().split(/\s/)[0] ?? null;
}
