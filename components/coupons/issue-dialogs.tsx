"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { send, useSend } from "@/components/kit/contract";
import { base64Of } from "@/components/kit/file-bytes";
import { FileMatching } from "@/components/kit/file-matching";
import { outdate } from "@/components/kit/query";
import { intentionOf } from "@/components/kit/reference";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import {
  COUPON_FILE_BYTES_MAX,
  COUPON_FILE_NAMES,
  ISSUE_LINES_MAX,
  ISSUE_MAX,
} from "@/lib/areas/coupons/words";
import { FILE_TYPES } from "@/lib/portal/wire/files";
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
  const client = useQueryClient();
  const intention = intentionOf(`coupon ${template.id}`);
  const issue = useMutation({
    mutationFn: (code: string) =>
      intention.attempt(() =>
        send(api.issue, {
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
      isOpen
      onOpenChange={onClose}
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

interface Lines {
  fileName: string;
  walletCodes: readonly string[];
  unnamed: number;
}

/** Sends the lines of a file in parts, and has the coupons issued. */
function useIssueByFile(templateId: number) {
  const client = useQueryClient();
  const intention = intentionOf(`coupons ${templateId}`);
  return useMutation({
    mutationFn: (lines: Lines) => intention.attempt(() => sendFile(templateId, lines, intention.reference)),
    onSettled: () => outdate(client, "coupons"),
  });
}

/** The file under its reference: what has arrived of it before is kept. */
async function sendFile(templateId: number, { walletCodes, ...lines }: Lines, reference: string) {
  const issue = await send(api.createIssue, { body: { templateId, reference, ...lines } });
  for (let after = 0; issue.state === "receiving"; after += ISSUE_LINES_MAX) {
    const part = walletCodes.slice(after, after + ISSUE_LINES_MAX);
    const isLast = after + ISSUE_LINES_MAX >= walletCodes.length;
    await send(api.addLines, { params: { issueId: issue.id }, body: { after, walletCodes: part, isLast } });
    if (isLast) break;
  }
}

/** Coupons for the wallets of a file, or for whoever shows them. */
export function IssueByFileDialog({ template, onClose }: DialogProps) {
  const t = useTranslations("coupons");
  const files = useTranslations("files");
  const { textOf, fieldTextOf } = useErrorText();
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const [file, setFile] = useState<{ fileName: string; file: string } | null>(null);
  const [isTooLong, setTooLong] = useState(false);
  const read = useSend(api.readFile);
  const walletCodes = file === null ? [] : (read.data?.holders ?? []);
  const question = file === null ? null : (read.data?.question ?? null);
  const [unnamed, setUnnamed] = useState<number | null | undefined>(null);
  const input = useRef<HTMLInputElement>(null);
  const issue = useIssueByFile(template.id);
  const count = walletCodes.length + (unnamed ?? 0);
  const choose = async (chosen: File | undefined) => {
    read.reset();
    setFile(null);
    setTooLong(chosen !== undefined && chosen.size > COUPON_FILE_BYTES_MAX);
    if (chosen === undefined || chosen.size === 0 || chosen.size > COUPON_FILE_BYTES_MAX) return;
    const sent = await base64Of(chosen);
    setFile({ fileName: chosen.name, file: sent });
    read.mutate({ body: { file: sent } });
  };
  return (
    <Dialog
      size={question ? "large" : "small"}
      isOpen
      onOpenChange={() => {
        if (!issue.isPending) onClose();
      }}
      title={t("issueByFileOf", { name })}
      actions={
        <Button
          variant="primary"
          isPending={issue.isPending}
          isDisabled={count === 0 || count > ISSUE_MAX || question !== null || read.isPending}
          onPress={() =>
            issue.mutate(
              { fileName: file?.fileName ?? "", walletCodes, unnamed: unnamed ?? 0 },
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
            accept={FILE_TYPES}
            aria-label={t("file")}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <Button icon={FileUp} onPress={() => input.current?.click()} autoFocus>
            {t("chooseFile")}
          </Button>
          <span className="min-w-0" role="status">
            {file !== null && (
              <>
                <bdi className="block truncate font-medium">{file.fileName}</bdi>
                {read.data && !question && t("fileLines", { count: walletCodes.length })}
              </>
            )}
          </span>
        </div>
        {(read.error || isTooLong) && (
          <Notice kind="danger" isAnnounced>
            {read.error ? (fieldTextOf(read.error, "file") ?? textOf(read.error)) : files("problem.too_long")}
          </Notice>
        )}
        {question && file && (
          <FileMatching
            key={JSON.stringify(question)}
            question={question}
            names={COUPON_FILE_NAMES}
            isPending={read.isPending}
            onAgree={(agreed) => read.mutate({ body: { file: file.file, agreed } })}
          />
        )}
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
