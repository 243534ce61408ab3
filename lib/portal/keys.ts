/**
 * The keys of the query cache, from the general to the particular: invalidating `keys.sessions.all` reaches everything
 * whose key begins with it.
 */
export const keys = {
  me: ["me"],
  sessions: { all: ["sessions"] },
} as const;
