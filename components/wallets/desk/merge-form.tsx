"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { send, useSendWeighed } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { SecondPersonNote } from "@/components/kit/second-person-note";
import { useChange } from "@/components/kit/use-change";
import { useErrorText } from "@/components/kit/use-language";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Code, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import { Tier } from "@/components/wallet/tier";
import { WalletField } from "@/components/wallet/wallet-field";
import { wallets as api } from "@/lib/areas/wallets/contract";
import type { DeskWallet, MergePreview, MergeSide, WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import { type ActProps, Reason } from "./act-parts";

/** Ends this wallet in favour of another one, after showing both side by side and what will have become of them. */
export function MergeForm({ wallet, settings, onClose }: ActProps) {
  const t = useTranslations("wallets.desk");
  const ui = useTranslations("ui");
  const { fieldTextOf } = useErrorText();
  const [toWalletCode, setToWalletCode] = useState("");
  const [reason, setReason] = useState("");
  const { planned, error, isLooking, isMerging, look, back, merge } = useMerge(wallet, onClose);
  return (
    <Dialog
      size="large"
      isDismissable={!isMerging}
      onClose={onClose}
      title={t("merge.title")}
      actions={
        <>
          <Button onPress={planned ? back : onClose}>{planned ? t("back") : ui("cancel")}</Button>
          {planned ? (
            <Button variant="danger" isPending={isMerging} onPress={() => merge(planned, reason)}>
              {t("merge.submit")}
            </Button>
          ) : (
            <Button variant="primary" isPending={isLooking} onPress={() => look(toWalletCode)}>
              {t("merge.preview")}
            </Button>
          )}
        </>
      }
    >
      <Form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!planned) look(toWalletCode);
        }}
      >
        <p className="text-ink-soft">{t("merge.lead")}</p>
        {planned ? (
          <>
            <Sides plan={planned} settings={settings} />
            <Notice kind="warning">{t("merge.keeps")}</Notice>
            <SecondPersonNote act={api.merge.may} />
            <Reason
              value={reason}
              onChange={setReason}
              errorMessage={fieldTextOf(error, "reason")}
              autoFocus
            />
          </>
        ) : (
          <WalletField
            label={t("merge.code")}
            value={toWalletCode}
            onChange={setToWalletCode}
            onFound={look}
            errorMessage={fieldTextOf(error, "toWalletCode")}
          />
        )}
        <Refusal error={error && Object.keys(error.fields).length === 0 ? error : null} />
      </Form>
    </Dialog>
  );
}

/** The two steps of a merge: the plan, which moves nothing, and the merge of the versions that the plan has shown. */
function useMerge({ walletCode }: DeskWallet, onClose: () => void) {
  const t = useTranslations("wallets.desk");
  const [planned, setPlanned] = useState<MergePreview>();
  const preview = useChange((toWalletCode: string) =>
    send(api.previewMerge, { body: { walletCode, toWalletCode } }),
  );
  const act = useSendWeighed(api.merge);
  return {
    planned,
    error: act.error ?? preview.error,
    isLooking: preview.isPending,
    isMerging: act.isPending,
    look: (toWalletCode: string) => preview.mutate(toWalletCode.trim(), { onSuccess: setPlanned }),
    back: () => {
      setPlanned(undefined);
      preview.reset();
      act.reset();
    },
    merge: ({ from, to }: MergePreview, reason: string) => {
      const body = {
        walletCode: from.walletCode,
        toWalletCode: to.walletCode,
        version: from.version,
        reason,
      };
      const onSuccess = () => {
        toast({ kind: "success", title: t("merge.done") });
        onClose();
      };
      act.mutate({ body }, { onSuccess });
    },
  };
}

function Sides({ plan, settings }: { plan: MergePreview; settings: WalletSettings }) {
  const t = useTranslations("wallets.desk.merge");
  const { from, to, after } = plan;
  const nothing = { balance: 0, suspended: 0, accumulated: 0, redeemed: 0 };
  return (
    <div className="grid items-stretch gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <Side title={t("ends")} side={from} after={nothing} settings={settings}>
        <Badge tone="danger">{t("merged")}</Badge>
      </Side>
      <p className="flex items-center justify-center gap-2 text-center font-medium sm:max-w-28 sm:flex-col">
        <ArrowRight aria-hidden className="size-6 max-sm:rotate-90 sm:rtl:-scale-x-100" />
        {t("moves", { count: plan.movedPoints + plan.movedSuspended })}
      </p>
      <Side title={t("stays")} side={to} after={after} settings={settings}>
        <SegmentTier segmentId={after.segmentId} settings={settings} />
      </Side>
    </div>
  );
}

type Holding = Pick<MergeSide, "balance" | "suspended" | "accumulated" | "redeemed">;
const ROWS = [
  ["points", "balance"],
  ["suspended", "suspended"],
  ["accumulated", "accumulated"],
  ["redeemed", "redeemed"],
] as const;

function Side({
  title,
  side,
  after,
  settings,
  children,
}: {
  title: string;
  side: MergeSide;
  after: Holding;
  settings: WalletSettings;
  children: ReactNode;
}) {
  const t = useTranslations("wallets.desk.merge");
  return (
    <section className="min-w-0 rounded-xl border border-line p-4">
      <h3 className="text-ink-soft text-sm">{title}</h3>
      <p className="mt-1 font-semibold">
        <bdi>{side.name}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-soft text-sm">
        <Code>{side.walletCode}</Code>
        <Code>{side.mobile}</Code>
      </p>
      <table className="wrap-break-word mt-3 w-full text-sm">
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <td />
            <th scope="col" className="py-1 text-end font-normal">
              {t("now")}
            </th>
            <th scope="col" className="py-1 text-end font-normal">
              {t("after")}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([label, name]) => (
            <tr key={label}>
              <th scope="row" className="py-1 text-start font-normal text-ink-soft">
                {t(label)}
              </th>
              <td className="text-end">
                <Points value={side[name]} isBare />
              </td>
              <td className="text-end font-semibold">
                <Points value={after[name]} isBare />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="py-1 text-start font-normal text-ink-soft">
              {t("tier")}
            </th>
            <td className="text-end">
              <SegmentTier segmentId={side.segmentId} settings={settings} />
            </td>
            <td className="text-end">{children}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function SegmentTier({ segmentId, settings }: { segmentId: number; settings: WalletSettings }) {
  const segment = settings.segments.find(({ id }) => id === segmentId);
  return segment ? <Tier {...segment} /> : null;
}
