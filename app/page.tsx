import { redirect } from "next/navigation";
import { homeOf } from "@/lib/portal/may-open";
import { requirePageSession } from "@/lib/portal/page";

/** The start page is the first page of the user's navigation. */
export default async function StartPage() {
  const { actor } = await requirePageSession();
  redirect(homeOf(actor));
}
