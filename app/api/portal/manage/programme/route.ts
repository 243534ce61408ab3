import { programmeDeskSchema, programmeSchema } from "@/lib/areas/programme/desk-schemas";
import { presentProgramme, readProgrammeDesk } from "@/lib/areas/programme/portal";
import { updateProgrammeSchema } from "@/lib/areas/programme/schemas";
import { updateProgramme } from "@/lib/areas/programme/update-programme";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  answer: programmeDeskSchema,
  handler: (call) => readProgrammeDesk(adminActor(call)),
});

/** Changes the programme's rules, from now on. */
export const PATCH = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  body: updateProgrammeSchema,
  answer: programmeSchema,
  handler: async (call) =>
    presentProgramme(await updateProgramme(adminContext(), adminActor(call), call.body)),
});
