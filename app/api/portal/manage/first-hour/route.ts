import { changeFirstHour, readProgrammeFirstHour } from "@/lib/areas/firsthour/portal";
import { firstHourSchema, putAwayFirstHourSchema } from "@/lib/areas/firsthour/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** How far a new programme has come. An open page asks again by itself. */
export const GET = withPortal({
  roles: PERMISSIONS["programme.first_hour"],
  reach: "programme",
  prolongs: false,
  answer: firstHourSchema,
  handler: ({ actor }) => readProgrammeFirstHour(actor),
});

/** Puts the first hour away for all operators, or takes it up again. */
export const PUT = withPortal({
  roles: PERMISSIONS["programme.first_hour"],
  reach: "programme",
  body: putAwayFirstHourSchema,
  answer: firstHourSchema,
  handler: changeFirstHour,
});
