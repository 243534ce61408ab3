import { checkNow } from "@/lib/areas/reports/portal";
import { reportCheckSchema } from "@/lib/areas/reports/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Compares the reports' sums with the whole log. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  answer: reportCheckSchema,
  handler: () => checkNow(),
});
