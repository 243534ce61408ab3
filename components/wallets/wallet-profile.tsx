"use client";

import { EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Day } from "@/components/ui/format";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import {
  PROFILE,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileRow,
  shownName,
} from "@/lib/ledger/rules/profile";

/** The customer, as far as the reader may know, with a note where fields are hidden. */
export function WalletProfile({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.profile");
  const inLanguage = useInLanguage();
  const { profile, pin } = wallet;
  const facts: [name: string, value: ReactNode][] = [
    [t("mobile"), <Code key="mobile">{profile.mobile}</Code>],
    ...PROFILE_FIELDS.filter((field) => field !== "name").map((field): [string, ReactNode] => {
      const value = profile[shownName(field)];
      return [
        inLanguage(PROFILE[field].names),
        value && <ProfileFact key={field} field={field} value={value} />,
      ];
    }),
    [t("since"), <DateTime key="since" value={wallet.createdAt} style="date" />],
    [t("optedIn"), t(wallet.isOptedIn ? "yes" : "no")],
    [t("redemption"), t(wallet.redemptionEnabled ? "on" : "off")],
    [t("pin"), t(`pins.${pin.state}`)],
  ];
  return (
    <Card title={t("title")}>
      <dl className="grid gap-2">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-ink-soft text-sm">{name}</dt>
              <dd className="min-w-0 text-end">{value}</dd>
            </div>
          ))}
      </dl>
      {profile.isMasked && (
        <p className="mt-4 flex items-start gap-2 border-line border-t pt-3 text-ink-soft text-sm">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("masked")}
        </p>
      )}
    </Card>
  );
}

function ProfileFact({ field, value }: { field: Exclude<ProfileField, "name">; value: string }) {
  const t = useTranslations("wallets.page.profile");
  const row: ProfileRow = PROFILE[field];
  switch (row.kind) {
    case "line":
      return <span dir="auto">{value}</span>;
    case "day":
      return <Day value={value} />;
    case "choice":
      return row.options.includes(value as never)
        ? t(`choices.${value as (typeof row.options)[number]}`)
        : value;
    default:
      return <Code>{value}</Code>;
  }
}
