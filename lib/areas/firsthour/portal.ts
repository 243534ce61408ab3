import { serveContract } from "@/lib/portal/serve";
import { firstHour } from "./contract";
import { putAwayFirstHour, readFirstHour } from "./firsthour";

export const firstHourPortal = serveContract(firstHour, {
  firstHour: ({ actor, context }) => readFirstHour(context, actor),
  putAwayFirstHour: async ({ actor, admin, context, body }) => {
    await putAwayFirstHour(context, admin, body);
    return readFirstHour(context, actor);
  },
});
