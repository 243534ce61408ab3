"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { base64Of, FileButton } from "@/components/kit/file-chooser";
import { FileMatching } from "@/components/kit/file-matching";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Table } from "@/components/ui/table";
import { branches as api } from "@/lib/areas/branches/contract";
import type { BranchImportAnswer } from "@/lib/areas/branches/record";
import {
  BRANCH_FILE_BYTES_MAX,
  BRANCH_FILE_COLUMNS,
  BRANCH_FILE_NAMES,
  type BranchFileColumn,
} from "@/lib/areas/branches/words";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { placeText } from "./place";

/** A file with one branch, under headers in the page's language. */
function ExampleLink() {
  const t = useTranslations("branches");
  const inLanguage = useInLanguage();
  const example = [
    BRANCH_FILE_COLUMNS.map((column) => inLanguage(BRANCH_FILE_NAMES[column])).join(","),
    "01012345678,Nasr City,مدينة نصر,12 Abbas El Akkad St,12 شارع عباس العقاد,0222700000,30.056600,31.330100",
  ].join("\r\n");
  return (
    <a
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${example}`)}`}
      download="branches.csv"
      className="inline-flex min-h-9 items-center gap-1.5 text-accent underline underline-offset-4"
    >
      <Download aria-hidden className="size-4" />
      {t("example")}
    </a>
  );
}

/** Opens many branches at once from a file of a spreadsheet, after showing what would come of it. */
export function BranchImport({
  merchantId: firstMerchantId,
  onClose,
}: {
  merchantId: number | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("branches");
  const { merchantId, file, problem, send, result, isDone, ...acts } = useBranchFile(firstMerchantId);
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t("importTitle")}
      actions={
        <>
          <Button onPress={onClose}>{t("close")}</Button>
          {!isDone && (
            <Button
              variant="primary"
              isDisabled={!file || !result || result.accepted === 0}
              isPending={send.isPending}
              onPress={acts.carryOut}
            >
              {t("importNow", { count: result?.accepted ?? 0 })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-soft">{t("importLead")}</p>
        <MerchantChoice isNeeded value={merchantId} onChange={acts.chooseMerchant} />
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            icon={FileUp}
            isDisabled={merchantId === undefined}
            onChoose={(chosen) => void acts.choose(chosen)}
          >
            {t("chooseFile")}
          </FileButton>
          {file && <bdi className="min-w-0 break-all">{file.name}</bdi>}
          <ExampleLink />
        </div>
        <div aria-live="polite" className="grid gap-4">
          {problem && <Notice kind="danger">{problem}</Notice>}
          {send.error && <FileProblem error={send.error} />}
          {result?.question && (
            <FileMatching
              key={JSON.stringify(result.question)}
              question={result.question}
              names={BRANCH_FILE_NAMES}
              isPending={send.isPending}
              onAgree={acts.agree}
            />
          )}
          {result && !result.question && <Outcome result={result} isDone={isDone} />}
        </div>
      </div>
    </Dialog>
  );
}

/** A merchant's file of branches, checked when it is chosen or agreed on, and carried out when that is asked for. */
function useBranchFile(firstMerchantId: number | undefined) {
  const t = useTranslations("branches");
  const [merchantId, setMerchantId] = useState(firstMerchantId);
  const [file, setFile] = useState<{ name: string; file: string; agreed?: AgreedFile } | null>(null);
  const [problem, setProblem] = useState<string>();
  const send = useSend(api.import);
  const result = send.data;
  const isDone = result !== undefined && send.variables?.body.isDryRun === false;
  const check = ({ file, agreed }: { file: string; agreed?: AgreedFile }, isDryRun: boolean) => {
    if (merchantId !== undefined)
      send.mutate({ body: { merchantId, file, isDryRun, ...(agreed && { agreed }) } });
  };
  const agree = (agreed: AgreedFile) => {
    if (file === null) return;
    setFile({ ...file, agreed });
    check({ file: file.file, agreed }, true);
  };
  const choose = async (chosen: File) => {
    send.reset();
    setProblem(undefined);
    if (chosen.size > BRANCH_FILE_BYTES_MAX) {
      setFile(null);
      setProblem(t("fileTooLong"));
      return;
    }
    const read = { name: chosen.name, file: await base64Of(chosen) };
    setFile(read);
    check(read, true);
  };
  return {
    ...{ merchantId, file, problem, send, result, isDone, agree, choose },
    carryOut: () => file && check(file, false),
    chooseMerchant: (id: number | undefined) => {
      setMerchantId(id);
      send.reset();
      setFile(null);
    },
  };
}

function FileProblem({ error }: { error: PortalError }) {
  const { textOf, fieldTextOf } = useErrorText();
  return <Notice kind="danger">{fieldTextOf(error, "file") ?? textOf(error)}</Notice>;
}

/** Names the lines whose places are where hardly a branch is: most often two numbers in the wrong order. The outline comes with the map. */
function DoubtfulPlaces({ places }: { places: BranchImportAnswer["places"] }) {
  const t = useTranslations("branches");
  const { data: doubtful = [] } = useQuery({
    queryKey: ["branches", "doubts", places],
    queryFn: async () => {
      const { doubtOf } = await import("@/components/kit/map/doubtful-place");
      return places.filter((place) => doubtOf(place) !== null);
    },
    enabled: places.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (doubtful.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{t("doubtfulPlaces", { count: doubtful.length })}</p>
      <ul className="mt-1 list-inside list-disc">
        {doubtful.map(({ line, name, ...place }) => (
          <li key={line}>
            {t("lineNumber", { line })} <bdi>{name}</bdi> <bdi dir="ltr">{placeText(place)}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Outcome({ result, isDone }: { result: BranchImportAnswer; isDone: boolean }) {
  const t = useTranslations("branches");
  const inLanguage = useInLanguage();
  const { accepted, refused } = result;
  return (
    <>
      <Notice kind={isDone ? "success" : "info"}>
        {t(isDone ? "importDone" : "importReady", { count: accepted })}
      </Notice>
      <DoubtfulPlaces places={result.places} />
      {refused.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">{t("refusedLines", { count: refused.length })}</h3>
          <Table
            label={t("refusedLines", { count: refused.length })}
            rows={refused}
            rowKey={({ line }) => line}
            columns={[
              { id: "line", header: t("line"), isNumeric: true, cell: ({ line }) => line },
              { id: "name", header: t("name"), cell: ({ name }) => <bdi>{name || "–"}</bdi> },
              {
                id: "problems",
                header: t("problem"),
                cell: ({ problems }) => (
                  <ul>
                    {problems.map(({ column, text }) => (
                      <li key={column}>
                        <bdi className="font-medium">
                          {inLanguage(
                            BRANCH_FILE_NAMES[column as BranchFileColumn] ?? { en: column, ar: column },
                          )}
                        </bdi>
                        : {inLanguage(text)}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </section>
      )}
    </>
  );
}
