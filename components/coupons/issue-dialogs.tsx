"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { send, useSend } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import { ISSUE_LINES_MAX, ISSUE_MAX } from "@/lib/areas/coupons/words";
import { CouponFace } from "./coupon-face";

interface DialogProps {
  template: DeskTemplate;
  onClose: () => void;
}

/** One coupon for one customer, shown to be printed once it is there. */
export function IssueByHandDialog({ template, onClose }: DialogProps) {
  const t = useTranslations("coupons");
  const ui = useTranslations("ui");
  const { textOf } = useErrorText();
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const [walletCode, setWalletCode] = useState("");
  const issue = useSend(api.issue);
  const { data } = issue;
  return (
    <Dialog
      size="small"
      isOpen
      onOpenChange={onClose}
      title={t("issueByHandOf", { name })}
      actions={
        data === undefined ? (
          <Button
            variant="primary"
            isPending={issue.isPending}
            onPress={() =>
              walletCode.trim() !== "" &&
              issue.mutate({ params: { templateId: template.id }, body: { walletCode: walletCode.trim() } })
            }
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
        <>
          <TextField
            label={t("walletCode")}
            value={walletCode}
            onChange={setWalletCode}
            maxLength={32}
            isCode
            autoFocus
          />
          {issue.error && (
            <Notice kind="danger" isAnnounced className="mt-4">
              {textOf(issue.error)}
            </Notice>
          )}
        </>
      ) : (
        <CouponFace number={data.number} title={name} />
      )}
    </Dialog>
  );
}

/** The codes of a file, one in a line: of a table the first column, its heading left out. */
export function walletCodesIn(text: string): string[] {
  const cells = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? "").replaceAll('"', "").trim());
  const [first = "", ...rest] = cells.filter((cell) => cell !== "");
  return /\d/.test(first) ? [first, ...rest] : rest;
}

interface Lines {
  fileName: string;
  walletCodes: readonly string[];
  unnamed: number;
}

/** Sends the lines of a file in parts, and has the coupons issued. */
function useIssueByFile(templateId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ walletCodes, ...lines }: Lines) => {
      const issue = await send(api.createIssue, { body: { templateId, ...lines } });
      for (let after = 0; ; after += ISSUE_LINES_MAX) {
        const part = walletCodes.slice(after, after + ISSUE_LINES_MAX);
        const isLast = after + ISSUE_LINES_MAX >= walletCodes.length;
        await send(api.addLines, {
          params: { issueId: issue.id },
          body: { after, walletCodes: part, isLast },
        });
        if (isLast) return issue;
      }
    },
    onSettled: () => outdate(client, "coupons"),
  });
}

/** Coupons for the wallets of a file, or for whoever shows them. */
export function IssueByFileDialog({ template, onClose }: DialogProps) {
  const t = useTranslations("coupons");
  const { textOf, fieldTextOf } = useErrorText();
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const [file, setFile] = useState<{ fileName: string; walletCodes: string[] } | null>(null);
  const [unnamed, setUnnamed] = useState<number | null | undefined>(null);
  const input = useRef<HTMLInputElement>(null);
  const issue = useIssueByFile(template.id);
  const count = (file?.walletCodes.length ?? 0) + (unnamed ?? 0);
  const read = async (chosen: File | undefined) =>
    setFile(
      chosen === undefined
        ? null
        : { fileName: chosen.name, walletCodes: walletCodesIn(await chosen.text()) },
    );
  return (
    <Dialog
      size="small"
      isOpen
      onOpenChange={() => {
        if (!issue.isPending) onClose();
      }}
      title={t("issueByFileOf", { name })}
      actions={
        <Button
          variant="primary"
          isPending={issue.isPending}
          isDisabled={count === 0 || count > ISSUE_MAX}
          onPress={() =>
            issue.mutate(
              { fileName: file?.fileName ?? "", walletCodes: file?.walletCodes ?? [], unnamed: unnamed ?? 0 },
              {
                onSuccess: () => {
                  toast({ kind: "success", title: t("issuing", { count }) });
                  onClose();
                },
              },
            )
          }
        >
          {t("issueMany", { count })}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-soft">{t("fileLead")}</p>
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={t("file")}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <Button icon={FileUp} onPress={() => input.current?.click()} autoFocus>
            {t("chooseFile")}
          </Button>
          <span className="min-w-0" role="status">
            {file !== null && (
              <>
                <bdi className="block truncate font-medium">{file.fileName}</bdi>
                {t("fileLines", { count: file.walletCodes.length })}
              </>
            )}
          </span>
        </div>
        <NumberField
          label={t("unnamed")}
          description={t("unnamedHint")}
          value={unnamed ?? null}
          onChange={setUnnamed}
        />
        {count > ISSUE_MAX && <Notice kind="danger">{t("tooMany", { max: ISSUE_MAX })}</Notice>}
        {issue.error && (
          <Notice kind="danger" isAnnounced>
            {fieldTextOf(issue.error, "walletCodes") ?? textOf(issue.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
