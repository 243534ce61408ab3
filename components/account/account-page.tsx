"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { may } from "@/components/kit/may";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { useSavedPreferences } from "@/components/shell/use-saved-preferences";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Code } from "@/components/ui/format";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { RadioGroup } from "@/components/ui/radio-group";
import { staff } from "@/lib/areas/staff/contract";
import { isAdmin } from "@/lib/portal/acts/permissions";
import { DESK_ROLES } from "@/lib/portal/acts/roles";
import { DevicesCard } from "./devices-card";
import { NameDialog } from "./name-dialog";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";
import { SessionsCard } from "./sessions-card";
import { StaffPinCard } from "./staff-pin-card";
import { TwoFactorCard } from "./two-factor-card";

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

function ProfileCard() {
  const t = useTranslations();
  const nameOf = useNameOf();
  const { user, merchant, branches } = useMe();
  const [isEditing, setEditing] = useState(false);
  return (
    <Card title={t("account.profile")}>
      {isEditing && <NameDialog onClose={() => setEditing(false)} />}
      <dl className="grid gap-3">
        <Fact className={FACT} name={t("account.name")}>
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <bdi>{user.name}</bdi>
            {may(user, staff.update) ? (
              <Button size="small" variant="quiet" onPress={() => setEditing(true)}>
                {t("account.editName")}
              </Button>
            ) : (
              <span className="text-ink-soft text-sm">{t("account.nameByAdmin")}</span>
            )}
          </span>
        </Fact>
        <Fact className={FACT} name={t("account.username")}>
          <Code>{user.username}</Code>
        </Fact>
        <Fact className={FACT} name={t("account.role")}>
          <Badge tone="accent">{user.set?.name ?? t(`roles.${user.role}`)}</Badge>
        </Fact>
        <Fact className={FACT} name={t("account.merchant")}>
          <bdi>{merchant ? nameOf(merchant) : t("shell.allMerchants")}</bdi>
        </Fact>
        {branches.length > 0 && (
          <Fact className={FACT} name={t("account.branches")}>
            <ul className="flex flex-wrap gap-1.5">
              {branches.map(({ id, nameEn, nameAr }) => (
                <li key={id}>
                  <Badge>
                    <bdi>{nameOf({ nameEn, nameAr })}</bdi>
                  </Badge>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

const FACT = "grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-3";

function AppearanceCard() {
  const t = useTranslations("account");
  const { language, theme, density, calendar, change } = useSavedPreferences();
  return (
    <Card title={t("appearance")} description={t("appearanceLead")}>
      <div className="grid gap-5">
        <RadioGroup
          label={t("language")}
          value={language}
          onChange={(language) => change({ language })}
          options={LANGUAGE_OPTIONS}
        />
        <RadioGroup
          label={t("theme")}
          value={theme}
          onChange={(theme) => change({ theme })}
          options={[
            { id: "system", label: t("themeSystem"), icon: Monitor },
            { id: "light", label: t("themeLight"), icon: Sun },
            { id: "dark", label: t("themeDark"), icon: Moon },
          ]}
        />
        <RadioGroup
          label={t("density")}
          value={density}
          onChange={(density) => change({ density })}
          options={[
            { id: "comfortable", label: t("densityComfortable") },
            { id: "compact", label: t("densityCompact") },
          ]}
        />
        <RadioGroup
          label={t("calendar")}
          value={calendar}
          onChange={(calendar) => change({ calendar })}
          options={[
            { id: "gregorian", label: t("calendarGregorian") },
            { id: "hijri", label: t("calendarHijri") },
          ]}
        />
      </div>
    </Card>
  );
}
