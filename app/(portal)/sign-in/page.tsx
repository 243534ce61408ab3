import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInPage } from "@/components/account/sign-in-page";
import {
  firstPersonCommand,
  offeredSingleSignOn,
  readRefusedElsewhere,
  shownDemoAccounts,
} from "@/lib/areas/account/portal";
import { homeOf } from "@/lib/portal/may-open";
import { pageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { safeReturnPath } from "@/lib/portal/return-path";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

interface Props {
  searchParams: Promise<{ next?: string | string[]; sso?: string | string[] }>;
}

export default async function SignIn({ searchParams }: Props) {
  const { next, sso } = await searchParams;
  const returnPath = safeReturnPath(typeof next === "string" ? next : null);
  const session = await pageSession();
  if (session !== null) redirect(returnPath ?? homeOf(session.actor));
  return (
    <PageTexts page="/sign-in">
      <SignInPage
        returnPath={returnPath}
        demoAccounts={shownDemoAccounts()}
        singleSignOn={offeredSingleSignOn()}
        firstPersonCommand={await firstPersonCommand()}
        refusedElsewhere={await readRefusedElsewhere(sso, await cookies())}
      />
    </PageTexts>
  );
}
