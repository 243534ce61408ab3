"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { useQueueReward } from "@/components/kit/operations/use-kept-operations";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { ShortcutHint } from "./mode-switch";
import type { ServeDraft } from "./serve-draft";
import { INVOICE_FIELD } from "./till-fields";
import { isolated } from "./use-amounts";
import { isAmount, useAmountProblem } from "./use-serve";

/** An Egyptian mobile number in any usual form. The server knows better; this only keeps it from being taken for a code. */
const MOBILE = /^(?:\+?20|0020|0)?1[0125]\d{8}$/;

/** A reward for a code that cannot be looked up now: kept on this device, and sent when it can. */
export function OfflineReward({
  code,
  branch,
  draft,
  onDraft,
  onQueued,
}: {
  code: string;
  branch: PortalBranch;
  draft: ServeDraft;
  onDraft: (changes: Partial<ServeDraft>) => void;
  onQueued: (value: number, sequence: number) => void;
}) {
  const t = useTranslations("till");
  const { textOf } = useErrorText();
  const queueReward = useQueueReward();
  const { value } = draft;
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const isQueueing = useRef(false);
  const problem = useAmountProblem(value, isAsked);
  const title = t("offline.title", { code: isolated(code) });
  if (MOBILE.test(code.replace(/[\s-]/g, "")))
    return (
      <Card title={title}>
        <Notice kind="warning" isAnnounced>
          {t("offline.mobile")}
        </Notice>
      </Card>
    );
  const queue = async () => {
    setAsked(true);
    if (!isAmount(value) || isQueueing.current) return;
    isQueueing.current = true;
    try {
      const invoiceNumber = draft.invoiceNumber.trim();
      const sequence = await queueReward({
        branchId: branch.id,
        walletCode: code,
        value,
        ...(invoiceNumber !== "" && { invoiceNumber }),
      });
      onQueued(value, sequence);
    } catch (thrown) {
      setError(toPortalError(thrown));
    } finally {
      isQueueing.current = false;
    }
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
          void queue();
        }}
      >
        <Notice kind="warning" isAnnounced>
          {t("offline.unchecked")}
        </Notice>
        <NumberField
          label={t("serve.rewardAmount")}
          value={value}
          onChange={(value) => {
            setAsked(false);
            onDraft({ value });
          }}
          errorMessage={problem}
          unit={t("serve.currency")}
          name="amount"
          isLarge
          autoFocus
        />
        <TextField
          label={t("serve.invoice")}
          description={t("serve.invoiceHint")}
          value={draft.invoiceNumber}
          onChange={(invoiceNumber) => onDraft({ invoiceNumber })}
          name={INVOICE_FIELD}
          maxLength={64}
          autoComplete="off"
          isCode
        />
        {error && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
        <Button type="submit" variant="primary" size="large">
          {t("serve.queue")} <ShortcutHint>Enter</ShortcutHint>
        </Button>
      </form>
    </Card>
  );
}
