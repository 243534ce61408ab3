"use client";

import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/states";
import { isAdmin } from "@/lib/portal/acts/permissions";
import { DESK_ROLES } from "@/lib/portal/acts/roles";
import { AppearanceCard } from "./appearance-card";
import { ProfileCard } from "./profile-card";
import { SessionsCard } from "./sessions-card";

const PasswordCard = lazyPart(async () => (await import("./password-card")).PasswordCard, {
  whileLoading: <Skeleton className="h-96 rounded-2xl" />,
});

/** For those who administer; a cashier's page does without it. */
const TwoFactorCard = lazyPart(async () => (await import("./two-factor-card")).TwoFactorCard);

const PasskeysCard = lazyPart(async () => (await import("./passkeys-card")).PasskeysCard);
const DevicesCard = lazyPart(async () => (await import("./devices-card")).DevicesCard);
/** For those who approve at tills, and cashiers who take one over. */
const StaffPinCard = lazyPart(async () => (await import("./staff-pin-card")).StaffPinCard);

export function AccountPage() {
  const t = useTranslations("account");
  const { user, changesCashier } = useMe();
  return (
    <>
      <PageHead title={t("title")} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <ProfileCard />
          <AppearanceCard />
        </div>
        <div className="grid gap-5">
          <PasswordCard />
          {(DESK_ROLES.some((role) => role === user.role) || changesCashier) && <StaffPinCard />}
          {(isAdmin(user) || user.twoFactorEnabled) && <TwoFactorCard />}
          <PasskeysCard />
        </div>
        <div className="lg:col-span-2">
          <SessionsCard />
        </div>
        <div className="lg:col-span-2">
          <DevicesCard />
        </div>
      </div>
    </>
  );
}
