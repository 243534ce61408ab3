"use client";

import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** At the till, in a line: whose points these are. Nothing for a wallet that is in no family. */
export function FamilyLine({ wallet: { family, walletType } }: { wallet: TillWallet }) {
  const t = useTranslations("families");
  const amounts = useAmounts();
  if (family === null && walletType === null) return null;
  return (
    <div className="mt-3 grid gap-1 text-sm">
      {family !== null && (
        <p className="flex items-start gap-2">
          <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
          <span>
            <FamilyText family={family} />
            {family.allowance !== null && (
              <span className="block text-ink-soft">
                {t("allowance", {
                  spent: amounts.points(family.allowance.spent),
                  points: amounts.points(family.allowance.points),
                })}
              </span>
            )}
          </span>
        </p>
      )}
      {walletType !== null && (
        <p className="text-ink-soft">
          {t("type.label")}: {t(`type.${walletType}`)}
        </p>
      )}
    </div>
  );
}

function FamilyText({ family: { role, parent, children } }: { family: NonNullable<TillWallet["family"]> }) {
  const t = useTranslations("families");
  if (parent !== null) return <>{t(`till.${role ?? "own"}`, { name: parent.name ?? parent.code })}</>;
  const sharing = children.filter((child) => child.role !== "own").length;
  return sharing > 0 ? t("till.parent", { count: sharing }) : t("till.quiet", { count: children.length });
}

/** Before paying: whose points are taken. */
export function PayingLine({ wallet: { family } }: { wallet: Pick<TillWallet, "family"> }) {
  const t = useTranslations("families");
  const parent = family?.parent ?? null;
  if (parent === null || family?.role === "own") return null;
  return (
    <p className="mt-2 flex items-center gap-2 text-sm">
      <UsersRound aria-hidden className="size-4 shrink-0 text-ink-soft" />
      {t("till.pays", { name: parent.name ?? parent.code })}
    </p>
  );
}
