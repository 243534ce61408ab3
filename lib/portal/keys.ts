/**
 * The keys of the query cache, from the general to the particular: invalidating `keys.sessions.all` reaches everything
 * whose key begins with it.
 */
export const keys = {
  me: ["me"],
  sessions: { all: ["sessions"] },
  wallets: { all: ["wallets"], one: (walletId: number) => ["wallets", walletId] },
  /** Every list of entries and every entry: what any operation changes. */
  entries: { all: ["entries"] },
} as const;
