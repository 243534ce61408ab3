import { redirect } from "next/navigation";

/** Offers begin with the deals. */
export default function OffersPage() {
  redirect("/manage/deals");
}
