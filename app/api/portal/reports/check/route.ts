import { reportCheckSchema } from "@/lib/contract/portal/reports";
import { checkNow } from "@/lib/http/portal/reports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Compares the reports' sums with the whole log. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  answer: reportCheckSchema,
  handler: () => checkNow(),
});
