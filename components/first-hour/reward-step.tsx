"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Code } from "@/components/ui/format";
import type { FirstHour } from "@/lib/areas/firsthour/schemas";

/** Where this page comes from; nothing until it is in a browser. */
const useOrigin = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => window.location.origin,
    () => "",
  );

/** The first reward, at the till by whoever was invited, or by a request as a POS system sends it. */
export function RewardStep({
  hour: { branch, client, wallet },
  clientId,
}: {
  hour: FirstHour;
  /** Of the client that was just made; null when it can no longer be read. */
  clientId: string | null;
}) {
  const t = useTranslations("firstHour.steps.reward");
  const origin = useOrigin();
  if (branch === null || wallet === null) return null;
  const till = `${origin}/till`;
  const body = JSON.stringify({
    WalletCode: wallet.walletCode,
    ContactMsisdn: wallet.contactMsisdn,
    BranchMsisdn: branch.msisdn,
    PointsValue: 100,
    ExternalLogId: "first-reward",
  });
  const curl = [
    `curl '${origin}/api/Integration/v1/Reward'`,
    `-H 'ClientId: ${clientId ?? "<ClientId>"}'`,
    "-H 'Content-Type: application/json'",
    `--data '${body}'`,
  ].join(" \\\n  ");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="font-medium">{t("atTill")}</h3>
        <p className="text-ink-soft">{t("atTillText")}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          <Code>{till}</Code>
          <CopyButton text={till} label={t("copyTill")} />
        </p>
        <p className="text-ink-soft">
          {t("wallet")} <Code className="text-ink">{wallet.walletCode}</Code>
        </p>
      </div>
      {client !== null && (
        <div>
          <h3 className="font-medium">{t("byRequest", { name: client.name })}</h3>
          <p className="text-ink-soft">{clientId === null ? t("byRequestText") : t("byRequestReady")}</p>
          <div className="mt-2 flex items-start gap-2">
            <section
              dir="ltr"
              aria-label={t("request")}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
              tabIndex={0}
              className="min-w-0 flex-1 overflow-auto rounded-xl border border-line bg-sunken p-3 font-mono text-sm"
            >
              <pre>{curl}</pre>
            </section>
            <CopyButton text={curl} label={t("copyRequest")} />
          </div>
        </div>
      )}
    </div>
  );
}
