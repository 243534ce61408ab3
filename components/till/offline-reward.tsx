"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { BillForm } from "./bill-fields";
import { offlineCode } from "./offline-code";
import { ShortcutHint } from "./shortcut-hint";
import type { Till } from "./use-till";

interface OfflineRewardProps {
  code: string;
  till: Till;
  branch: PortalBranch;
  amountField: RefObject<HTMLInputElement | null>;
}

/** A reward for a code that cannot be looked up now: kept on this device, and sent when it can. */
export function OfflineReward({ code, till, branch, amountField }: OfflineRewardProps) {
  const t = useTranslations("till");
  const { state, send } = till;
  const error = state.serving.phase === "open" ? state.serving.problem : null;
  const kind = offlineCode(code);
  const isByMobile = kind === "mobile";
  const title = t("offline.title", { code: code });
  if (kind === null)
    return (
      <Card title={title}>
        <Notice kind="warning" isAnnounced>
          {t("offline.notCode")}
        </Notice>
      </Card>
    );
  return (
    <Card title={title} description={t("offline.text")}>
      <div className="grid gap-4">
        <Notice kind="warning" isAnnounced>
          {t(isByMobile ? "offline.uncheckedMobile" : "offline.unchecked")}
        </Notice>
        <BillForm
          {...{ till, amountField }}
          label={t("serve.rewardAmount")}
          onConfirm={() => send({ type: "keepConfirmed", branchId: branch.id, isByMobile })}
          barClassName="-mx-5 -mb-5 grid gap-3 rounded-b-2xl px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pt-4 sm:pb-6"
        >
          <Refusal error={error} />
          <Button type="submit" variant="primary" size="large">
            {t("serve.queue")} <ShortcutHint>Enter</ShortcutHint>
          </Button>
        </BillForm>
      </div>
    </Card>
  );
}
