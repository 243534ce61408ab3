"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { ActionBar } from "@/components/kit/action-bar";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { isolated } from "@/components/wallet/use-amounts";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { BillFields } from "./bill-fields";
import { NextCustomer } from "./next-customer";
import { ShortcutHint } from "./shortcut-hint";
import { isAmount, useAmountProblem } from "./use-amount-problem";
import type { Till } from "./use-till";

/** An Egyptian mobile number in any usual form. The server knows better; this only keeps it from being taken for a code. */
const MOBILE = /^(?:\+?20|0020|0)?1[0125]\d{8}$/;
/** No code has a blank; a name may be one word, and so may a code. */
const BLANK = /\s/;

/** A reward for a code that cannot be looked up now: kept on this device, and sent when it can. */
export function OfflineReward({
  code,
  till: { state, send },
  branch,
  amountField,
}: {
  code: string;
  till: Till;
  branch: PortalBranch;
  amountField: RefObject<HTMLInputElement | null>;
}) {
  const t = useTranslations("till");
  const { draft, serving } = state;
  const error = serving.phase === "open" ? serving.problem : null;
  const { value } = draft;
  const [isAsked, setAsked] = useState(false);
  const problem = useAmountProblem(value, isAsked);
  const title = t("offline.title", { code: isolated(code) });
  if (MOBILE.test(code.replace(/[\s-]/g, "")) || BLANK.test(code.trim()))
    return (
      <Card title={title}>
        <Notice kind="warning" isAnnounced>
          {t("offline.notCode")}
        </Notice>
      </Card>
    );
  const keep = () => {
    if (draft.code !== null) return send({ type: "nextAccepted" });
    setAsked(true);
    if (isAmount(value)) send({ type: "keepConfirmed", branchId: branch.id });
  };
  return (
    <Card title={title} description={t("offline.text")}>
      <form
        className="grid gap-4"
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.repeat) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <Notice kind="warning" isAnnounced>
          {t("offline.unchecked")}
        </Notice>
        <BillFields
          label={t("serve.rewardAmount")}
          draft={draft}
          problem={problem}
          amountField={amountField}
          onEdit={(changes) => {
            if ("value" in changes) setAsked(false);
            send({ type: "edited", changes });
          }}
        />
        <div className="grid gap-4">
          <ActionBar
            typed={value}
            className="-mx-5 -mb-5 grid gap-3 rounded-b-2xl px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pt-4 sm:pb-6"
          >
            {draft.code !== null ? (
              <NextCustomer
                code={draft.code}
                onBill={() => send({ type: "edited", changes: { code: null } })}
              />
            ) : (
              <>
                <Refusal error={error} />
                <Button type="submit" variant="primary" size="large">
                  {t("serve.queue")} <ShortcutHint>Enter</ShortcutHint>
                </Button>
              </>
            )}
          </ActionBar>
        </div>
      </form>
    </Card>
  );
}
