"use client";

import { useTranslations } from "next-intl";
import { PageHead } from "@/components/shell/page-head";
import { AppearanceCard } from "./appearance-card";
import { PasswordCard } from "./password-card";
import { ProfileCard } from "./profile-card";
import { SessionsCard } from "./sessions-card";

/** What concerns the signed-in user: who they are, how the portal looks, their password, their sessions. */
export function AccountPage() {
  const t = useTranslations("account");
  return (
    <>
      <PageHead title={t("title")} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <ProfileCard />
          <AppearanceCard />
        </div>
        <PasswordCard />
        <div className="lg:col-span-2">
          <SessionsCard />
        </div>
      </div>
    </>
  );
}
