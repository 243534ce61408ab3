"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";

export function ProfileCard() {
  const t = useTranslations();
  const nameOf = useNameOf();
  const { user, merchant, branches } = useMe();
  return (
    <Card title={t("account.profile")}>
      <dl className="grid gap-3">
        <Fact name={t("account.name")}>
          <bdi>{user.name}</bdi>
        </Fact>
        <Fact name={t("account.username")}>
          <Code>{user.username}</Code>
        </Fact>
        <Fact name={t("account.role")}>
          <Badge tone="accent">{user.set?.name ?? t(`roles.${user.role}`)}</Badge>
        </Fact>
        <Fact name={t("account.merchant")}>
          <bdi>{merchant ? nameOf(merchant) : t("shell.allMerchants")}</bdi>
        </Fact>
        {branches.length > 0 && (
          <Fact name={t("account.branches")}>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-3">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
