import { redirect } from "next/navigation";
import { requirePageSession } from "@/lib/http/portal/page";
import { homeOf } from "@/lib/portal/navigation";

/** The start page is the first page of the user's navigation. */
export default async function StartPage() {
  const { actor } = await requirePageSession();
  redirect(homeOf(actor.role));
}
