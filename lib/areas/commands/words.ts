export const FOUND_KINDS = ["branch", "deal", "client", "person"] as const;
