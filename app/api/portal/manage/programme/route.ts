import { updateProgramme } from "@/lib/admin/update-programme";
import { updateProgrammeSchema } from "@/lib/contract/portal/programme";
import { programmeDeskSchema, programmeSchema } from "@/lib/contract/portal/programme-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentProgramme, readProgrammeDesk } from "@/lib/http/portal/programme";
import { withPortal } from "@/lib/http/portal/with-portal";

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
