/** Of a list that may hold what is deactivated. */
export const ACTIVITIES = ["active", "inactive"] as const;
