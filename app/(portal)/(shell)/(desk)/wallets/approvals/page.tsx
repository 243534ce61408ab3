import { redirect } from "next/navigation";

/** Where requests of tills were before they were in one place with all others. */
export default function ApprovalsPage() {
  redirect("/requests");
}
