import { contract } from "@/lib/portal/contract";

const hour = { may: "programme.first_hour", reach: "programme", answer: "firstHourSchema" } as const;

export const firstHour = contract("programme", () => import("./schemas"), {
  firstHour: { route: "GET manage/first-hour", ...hour, prolongs: false },
  /** Puts it away for all operators, or takes it up again. */
  putAwayFirstHour: {
    route: "PUT manage/first-hour",
    ...hour,
    body: "putAwayFirstHourSchema",
    refreshes: "firstHour",
  },
});
