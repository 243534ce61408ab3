import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/account/account-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("account") };
}

export default function Account() {
  return <AccountPage />;
}
