import { updateProgramme } from "@/lib/areas/programme/update-programme";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffPolicySchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffPolicy } from "@/lib/areas/staff/portal";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** What the programme asks of everybody who administers. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "programme",
  answer: staffPolicySchema,
  handler: ({ actor }) => readStaffPolicy(actor),
});

/** Changes it; refused as a conflict when the programme is not the version that was read. */
export const PUT = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  body: staffPolicySchema,
  answer: staffPolicySchema,
  handler: async (call) => {
    // Whoever asks it of others has it: nobody locks themselves out by a switch.
    if (call.body.adminsNeedTwoFactor && !call.session.user.twoFactorEnabled)
      throw new PortalRefusal("two_factor_needed");
    return updateProgramme(adminContext(), adminActor(call), call.body);
  },
});
