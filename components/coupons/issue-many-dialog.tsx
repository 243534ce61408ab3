"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { contentHash } from "@/components/kit/content-hash";
import { send, sendWeighed, useSend } from "@/components/kit/contract";
import { base64Of, FileButton } from "@/components/kit/file-chooser";
import { FileMatching } from "@/components/kit/file-matching";
import { ProgressBar } from "@/components/kit/progress-bar";
import { useIntentions } from "@/components/kit/reference";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import {
  COUPON_FILE_BYTES_MAX,
  COUPON_FILE_NAMES,
  ISSUE_LINES_MAX,
  ISSUE_MAX,
} from "@/lib/areas/coupons/words";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { IssueCheckFields, useIssue } from "./use-issue";

interface Lines {
  fileName: string;
  walletCodes: readonly string[];
  unnamed: number;
}

/** Coupons for the customers of a file or a pasted list, or for whoever shows them: counted first, then issued. */
export function IssueManyDialog({ template, onClose }: { template: DeskTemplate; onClose: () => void }) {
  const t = useTranslations("coupons");
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const list = useList();
  const { textOf, fieldTextOf } = useErrorText();
  const { arrive, sent, check, count, start, again, setAgain, error } = useListIssue(template.id);
  const onSuccess = () => {
    toast({ kind: "success", title: t("issuing", { count }) });
    onClose();
  };
  return (
    <Dialog
      size={list.question ? "large" : "small"}
      onClose={() => {
        if (!arrive.isPending && !start.isPending) onClose();
      }}
      title={t("issueByFileOf", { name })}
      actions={
        arrive.data === undefined ? (
          <Button
            variant="primary"
            isPending={arrive.isPending || list.isPending}
            isDisabled={!list.isReady}
            onPress={() => void list.read().then(arrive.mutate, () => undefined)}
          >
            {t("checkFile")}
          </Button>
        ) : (
          <>
            <Button onPress={arrive.reset}>{t("recheck")}</Button>
            <Button
              variant="primary"
              isPending={start.isPending}
              isDisabled={count === 0 || check.isFetching}
              onPress={() => start.mutate(undefined, { onSuccess })}
            >
              {t("issueMany", { count })}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {arrive.data === undefined ? (
          <>
            <ListFields list={list} />
            {arrive.isPending && <Sending sent={sent} of={arrive.variables.walletCodes.length} />}
          </>
        ) : (
          <IssueCheckFields {...{ check, again, setAgain }} />
        )}
        {error && (
          <Notice kind="danger" isAnnounced>
            {fieldTextOf(error, "walletCodes") ?? textOf(error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/** An issue whose list the browser sends, in parts. */
function useListIssue(templateId: number) {
  const intentionOf = useIntentions();
  const [sent, setSent] = useState(0);
  const issue = useIssue(async (lines: Lines) => {
    setSent(0);
    const content = await contentHash(JSON.stringify([lines.unnamed, lines.walletCodes]));
    // A reference belongs to its content: another list is never taken for the one whose answer was lost.
    const intention = intentionOf(`coupons ${templateId} ${content}`);
    return intention.attempt(() =>
      sendLines(templateId, { ...lines, content }, { reference: intention.reference, onSent: setSent }),
    );
  });
  return { ...issue, sent };
}

/** The list under its reference: what has arrived of it before is kept. Returns the number of the issue. */
async function sendLines(
  templateId: number,
  { walletCodes, ...lines }: Lines & { content: string },
  { reference, onSent }: { reference: string; onSent: (lines: number) => void },
) {
  const issue = await send(api.createIssue, { body: { templateId, reference, ...lines } });
  for (let after = 0; after < walletCodes.length; after += ISSUE_LINES_MAX) {
    const part = walletCodes.slice(after, after + ISSUE_LINES_MAX);
    await sendWeighed(api.addLines, {
      params: { issueId: issue.id },
      body: { after, walletCodes: part, isLast: false },
    });
    onSent(after + part.length);
  }
  return { issueId: issue.id, lines: walletCodes.length };
}

/** The list of customers: of a file, or pasted; and how many coupons without a wallet. */
function useList() {
  const t = useTranslations("coupons");
  const [file, setFile] = useState<{ fileName: string; file: string } | null>(null);
  const [isTooLong, setTooLong] = useState(false);
  const [pasted, setPasted] = useState("");
  const [unnamed, setUnnamed] = useState<number | null | undefined>(null);
  const reader = useSend(api.readFile);
  const question = reader.data?.question ?? null;
  const count = (file === null ? 0 : (reader.data?.holders.length ?? 0)) + (unnamed ?? 0);
  const choose = async (chosen: File | undefined) => {
    reader.reset();
    setFile(null);
    setTooLong(chosen !== undefined && chosen.size > COUPON_FILE_BYTES_MAX);
    if (chosen === undefined || chosen.size === 0 || chosen.size > COUPON_FILE_BYTES_MAX) return;
    const sent = await base64Of(chosen);
    setFile({ fileName: chosen.name, file: sent });
    reader.mutate({ body: { file: sent } });
  };
  const read = async (): Promise<Lines> => {
    const isPasted = file === null && pasted.trim() !== "";
    const answer = isPasted ? await reader.mutateAsync({ body: { list: pasted } }) : reader.data;
    return {
      fileName: file?.fileName ?? (isPasted ? t("pastedFile") : ""),
      walletCodes: answer?.holders ?? [],
      unnamed: unnamed ?? 0,
    };
  };
  return {
    ...{ file, isTooLong, choose, pasted, setPasted, unnamed, setUnnamed, count, question, read },
    error: reader.error,
    isPending: reader.isPending,
    isReady:
      question === null && count <= ISSUE_MAX && (count > 0 || (file === null && pasted.trim() !== "")),
    agree: (agreed: AgreedFile) => file && reader.mutate({ body: { file: file.file, agreed } }),
    lines: file === null || question ? null : (reader.data?.holders.length ?? null),
  };
}

/** Lines that have arrived, of a list that takes several requests. */
function Sending({ sent, of }: { sent: number; of: number }) {
  const t = useTranslations("desk.download");
  const format = useFormatter();
  if (of <= ISSUE_LINES_MAX) return null;
  return <ProgressBar label={t("progress", { lines: format.number(sent), count: of })} share={sent / of} />;
}

function ListFields({ list }: { list: ReturnType<typeof useList> }) {
  const t = useTranslations("coupons");
  const files = useTranslations("files");
  const { textOf, fieldTextOf } = useErrorText();
  const { file, question, error } = list;
  return (
    <>
      <p className="text-ink-soft">{t("fileLead")}</p>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton icon={FileUp} autoFocus onChoose={(chosen) => void list.choose(chosen)}>
          {t("chooseFile")}
        </FileButton>
        <span className="min-w-0" role="status">
          {file !== null && (
            <>
              <bdi className="block truncate font-medium">{file.fileName}</bdi>
              {list.lines !== null && t("fileLines", { count: list.lines })}
            </>
          )}
        </span>
      </div>
      {(error || list.isTooLong) && (
        <Notice kind="danger" isAnnounced>
          {error ? (fieldTextOf(error, "file") ?? textOf(error)) : files("problem.too_long")}
        </Notice>
      )}
      {question && file && (
        <FileMatching
          key={JSON.stringify(question)}
          question={question}
          names={COUPON_FILE_NAMES}
          isPending={list.isPending}
          onAgree={list.agree}
        />
      )}
      {file === null && (
        <TextArea
          label={t("pasted")}
          description={t("pastedHint")}
          value={list.pasted}
          onChange={list.setPasted}
        />
      )}
      <NumberField
        label={t("unnamed")}
        description={t("unnamedHint")}
        value={list.unnamed ?? null}
        onChange={list.setUnnamed}
      />
      {list.count > ISSUE_MAX && <Notice kind="danger">{t("tooMany", { max: ISSUE_MAX })}</Notice>}
    </>
  );
}
