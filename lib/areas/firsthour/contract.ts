import { contract } from "@/lib/portal/contract";

const hour = { may: "programme.first_hour", reach: "programme", answer: "firstHourSchema" } as const;

export const firstHour = contract("programme", () => import("./schemas"), {
  /** How far a new programme has come: the next step may be done in another window. */
  firstHour: { route: "GET manage/first-hour", ...hour, freshMs: 3_000 },
  /** Puts it away for all operators, or takes it up again. */
  putAwayFirstHour: {
    route: "PUT manage/first-hour",
    ...hour,
    body: "putAwayFirstHourSchema",
    refreshes: "firstHour",
  },
});
