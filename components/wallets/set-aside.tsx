"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Day, Points } from "@/components/ui/format";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { HeldList } from "./held-list";

/** Points aside, with their dates: ripening ones by day, and each hold with the way to give it back. */
export function SetAside({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.aside");
  const { pending, held } = wallet;
  if (pending.length === 0 && held === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <ul className={cx("grid gap-3", held > 0 && pending.length > 0 && "mb-3")}>
        {pending.map(({ usableFrom, points }) => (
          <li key={usableFrom} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {t("usableFrom")} <Day value={usableFrom} />
            </span>
            <Points value={points} className="font-medium" />
          </li>
        ))}
      </ul>
      {held > 0 && <HeldList wallet={wallet} />}
    </Card>
  );
}
