"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { ask, may, useSend } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Day, Points } from "@/components/ui/format";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { holds as api } from "@/lib/areas/holds/contract";
import type { Hold } from "@/lib/areas/holds/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** Points aside, with their dates: ripening ones by day, and each hold with the way to give it back. */
export function SetAside({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.aside");
  const { id, pending, held } = wallet;
  const holds = useQuery({ ...ask(api.holds, { params: { walletId: id } }), enabled: held > 0 });
  const [ending, setEnding] = useState<Hold | null>(null);
  if (pending.length === 0 && held === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <ul className="grid gap-3">
        {pending.map(({ usableFrom, points }) => (
          <li key={usableFrom} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {t("usableFrom")} <Day value={usableFrom} />
            </span>
            <Points value={points} className="font-medium" />
          </li>
        ))}
        {holds.data?.holds.map((hold) => (
          <HeldRow key={hold.id} hold={hold} onEnd={() => setEnding(hold)} />
        ))}
      </ul>
      {ending && <ReleaseDialog wallet={wallet} hold={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function HeldRow({ hold, onEnd }: { hold: Hold; onEnd: () => void }) {
  const t = useTranslations("wallets.page.aside");
  const nameOf = useNameOf();
  const { role } = useMe().user;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line not-first:border-t not-first:pt-3">
      <span className="min-w-0">
        <span className="block">
          {t("heldUntil")} <DateTime value={hold.until} />
        </span>
        <span className="block text-ink-soft text-sm">
          {hold.branch && <bdi>{nameOf(hold.branch)}</bdi>}{" "}
          {hold.invoiceNumber !== null && <Code>{hold.invoiceNumber}</Code>}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <Points value={hold.points} className="font-medium" />
        {may(role, api.releaseHold) && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t("releaseOne", { number: String(hold.id) })}
            onPress={onEnd}
          >
            {t("release")}
          </Button>
        )}
      </span>
    </li>
  );
}

function ReleaseDialog({ wallet, hold, onClose }: { wallet: TillWallet; hold: Hold; onClose: () => void }) {
  const t = useTranslations("wallets.page.aside");
  const amounts = useAmounts();
  const release = useSend(api.releaseHold);
  return (
    <ConfirmDialog
      title={t("releaseTitle")}
      confirmLabel={t("release")}
      isPending={release.isPending}
      error={release.error}
      onConfirm={() =>
        release.mutate(
          { params: { walletId: wallet.id, holdId: hold.id } },
          {
            onSuccess: () => {
              toast({ kind: "success", title: t("released", { points: amounts.points(hold.points) }) });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t("releaseText", { points: amounts.points(hold.points) })}</p>
    </ConfirmDialog>
  );
}
