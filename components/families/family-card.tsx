"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { ShareBar } from "@/components/ui/share-bar";
import { useAmounts } from "@/components/wallet/use-amounts";
import { WalletStatus } from "@/components/wallet/wallet-status";
import type { ShownFamily, ShownMember } from "@/lib/areas/families/schemas";

/** Members of the family, whose points they spend, and the rest of this one's allowance. */
export function FamilyCard({ family }: { family: ShownFamily }) {
  const t = useTranslations("families");
  const { role, parent, children, allowance } = family;
  return (
    <Card title={t("title")} description={t(`lead.${role ?? "parent"}`)}>
      {parent !== null && (
        <>
          <h3 className="text-ink-soft text-sm">{t("parent")}</h3>
          <Member member={parent} />
        </>
      )}
      {role === "pooled" && <Allowance allowance={allowance} />}
      {children.length > 0 && (
        <>
          <h3 className="text-ink-soft text-sm">{t("members")}</h3>
          <ul className="grid gap-1">
            {children.map((child) => (
              <li key={child.id} className="border-line border-b py-1 last:border-b-0">
                <Member member={child} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Member({ member: { id, name, code, role, statusId } }: { member: ShownMember }) {
  const t = useTranslations("families");
  const shown = name ?? t("noName");
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Link
        href={`/wallets/${id}`}
        aria-label={t("open", { name: shown })}
        className="inline-flex min-h-9 items-center gap-2 font-medium text-accent underline underline-offset-4"
      >
        <bdi>{shown}</bdi>
      </Link>
      <span className="flex flex-wrap items-center gap-2">
        <Code className="text-ink-soft text-sm">{code}</Code>
        {role !== null && <Badge tone="neutral">{t(`role.${role}`)}</Badge>}
        {statusId !== ACTIVE && <WalletStatus statusId={statusId} />}
      </span>
    </div>
  );
}

const ACTIVE = 1;

function Allowance({ allowance }: Pick<ShownFamily, "allowance">) {
  const t = useTranslations("families");
  const amounts = useAmounts();
  if (allowance === null) return <p className="mt-3 text-ink-soft text-sm">{t("noAllowance")}</p>;
  const { points, spent } = allowance;
  return (
    <div className="mt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t("allowance", { spent: amounts.points(spent), points: amounts.points(points) })}</span>
        <span className="text-ink-soft text-sm">
          {t("allowanceLeft", { points: amounts.points(Math.max(0, points - spent)) })}
        </span>
      </p>
      <ShareBar share={points === 0 ? 1 : Math.min(1, spent / points)} className="mt-1 h-1.5" />
    </div>
  );
}
