"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, send } from "@/components/kit/contract";
import { newReference } from "@/components/kit/reference";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import type { WalletFilters } from "@/lib/areas/wallets/desk-schemas";
import { MoveDialog } from "./move-dialog";
import { TemplateForm } from "./template-form";
import { IssueCheckFields, useIssue } from "./use-issue";

/** Sends a coupon to the customers that a filter finds: those who are counted get it, and nobody who is found later. */
export function SendFoundDialog({ filter, onClose }: { filter: WalletFilters; onClose: () => void }) {
  const [making, setMaking] = useState<"none" | "new" | DeskTemplate>("none");
  const issue = useIssue(async (templateId: number) => {
    const found = { templateId, fileName: "", unnamed: 0, reference: newReference(), found: filter };
    const { id, lines } = await send(api.createIssue, { body: found });
    return { issueId: id, lines };
  });
  if (making === "new")
    return (
      <TemplateForm
        template={null}
        onPublish={(draft) => setMaking(draft)}
        onClose={() => setMaking((now) => (now === "new" ? "none" : now))}
      />
    );
  if (making !== "none")
    return (
      <MoveDialog
        template={making}
        move="publish"
        onDone={() => issue.arrive.mutate(making.id)}
        onClose={() => setMaking("none")}
      />
    );
  return <OfferDialog issue={issue} onNew={() => setMaking("new")} onClose={onClose} />;
}

/** The offer whose coupon is sent, and how many would get it. */
function OfferDialog({
  issue: { arrive, check, count, start, again, setAgain, error },
  onNew,
  onClose,
}: {
  issue: ReturnType<typeof useIssue<number>>;
  onNew: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("coupons");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { data } = useQuery(ask(api.list));
  const offers = data?.templates.filter(({ isOwn, moves }) => isOwn && moves.includes("pause"));
  const onSuccess = () => {
    toast({ kind: "success", title: t("issuing", { count }) });
    onClose();
  };
  return (
    <Dialog
      size="small"
      title={t("sendFound")}
      onClose={() => {
        if (!start.isPending) onClose();
      }}
      actions={
        <Button
          variant="primary"
          isPending={start.isPending || arrive.isPending}
          isDisabled={count === 0 || check.isFetching}
          onPress={() => start.mutate(undefined, { onSuccess })}
        >
          {t("issueMany", { count })}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-soft">{t("sendFoundText")}</p>
        {offers === undefined ? (
          <Skeleton className="h-control" />
        ) : (
          <Select
            label={t("name")}
            value={arrive.variables ?? null}
            placeholder={t(offers.length === 0 ? "noneLive" : "choose")}
            options={offers.map(({ id, titleEn, titleAr }) => ({
              id,
              label: inLanguage({ en: titleEn, ar: titleAr }),
            }))}
            onChange={(id) => arrive.mutate(id)}
            isDisabled={start.isPending}
          />
        )}
        <Button size="small" icon={Plus} className="justify-self-start" onPress={onNew}>
          {t("create")}
        </Button>
        {arrive.data !== undefined && <IssueCheckFields {...{ check, again, setAgain }} />}
        {error && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
