"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendWeighed } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { useIntentions } from "@/components/kit/reference";
import { Refusal } from "@/components/kit/refusal";
import { SecondPersonNote } from "@/components/kit/second-person-note";
import { useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import { CouponFace } from "./coupon-face";

interface DialogProps {
  template: DeskTemplate;
  onClose: () => void;
}

/** One coupon for one customer, shown to be printed once it is there. */
export function IssueByHandDialog({ template, onClose }: DialogProps) {
  const t = useTranslations("coupons");
  const ui = useTranslations("ui");
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const [walletCode, setWalletCode] = useState("");
  const client = useQueryClient();
  const intention = useIntentions()(`coupon ${template.id}`);
  const issue = useMutation({
    mutationFn: (code: string) =>
      intention.attempt(() =>
        sendWeighed(api.issue, {
          params: { templateId: template.id },
          body: { walletCode: code, reference: intention.reference },
        }),
      ),
    onSettled: () => outdate(client, "coupons"),
  });
  const { data } = issue;
  return (
    <Dialog
      size="small"
      onClose={onClose}
      title={t("issueByHandOf", { name })}
      actions={
        data === undefined ? (
          <Button
            variant="primary"
            isPending={issue.isPending}
            onPress={() => walletCode.trim() !== "" && issue.mutate(walletCode.trim())}
          >
            {t("issue")}
          </Button>
        ) : (
          <Button variant="primary" onPress={onClose} autoFocus>
            {ui("close")}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <div className="grid gap-4">
          <TextField
            label={t("walletCode")}
            value={walletCode}
            onChange={setWalletCode}
            maxLength={32}
            isCode
            autoFocus
          />
          <SecondPersonNote act={api.issue.may} />
          <Refusal error={issue.error} />
        </div>
      ) : (
        <CouponFace number={data.number} title={name} />
      )}
    </Dialog>
  );
}
