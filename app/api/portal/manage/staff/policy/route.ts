import { updateProgramme } from "@/lib/admin/update-programme";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffPolicySchema } from "@/lib/contract/portal/manage-staff";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readStaffPolicy } from "@/lib/http/portal/manage-staff";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { withPortal } from "@/lib/http/portal/with-portal";

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
