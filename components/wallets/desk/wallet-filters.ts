/** What the list of wallets is filtered by in its address: nothing personal. */
export interface WalletFilters {
  statusId?: number | undefined;
  segmentId?: number | undefined;
}

/** The filters of an address; what makes no sense is left out. */
export function readWalletFilters(address: { get(name: string): string | null }): WalletFilters {
  return { ...read("statusId", 6), ...read("segmentId", 2_147_483_647) };

  function read(name: keyof WalletFilters, max: number): WalletFilters {
    const text = address.get(name) ?? "";
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= max ? { [name]: number } : {};
  }
}
