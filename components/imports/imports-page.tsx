"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Deciders } from "@/components/adjustments/deciders";
import { contentHash } from "@/components/kit/content-hash";
import { ask, send, sendWeighed } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { FileButton } from "@/components/kit/file-chooser";
import { RowSkeletons } from "@/components/kit/paged-list";
import { ProgressBar } from "@/components/kit/progress-bar";
import { outdate } from "@/components/kit/query";
import { QueryState } from "@/components/kit/query-state";
import { useWarningBeforeUnload } from "@/components/kit/unsaved-guard";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { MenuRow } from "@/components/shell/menu-row";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import { imports as api } from "@/lib/areas/imports/contract";
import type { WalletImport } from "@/lib/areas/imports/schemas";
import {
  IMPORT_BYTES_MAX,
  IMPORT_KINDS,
  IMPORT_PART_BYTES,
  type ImportKind,
} from "@/lib/areas/imports/words";
import { merchants as merchantsApi } from "@/lib/areas/merchants/contract";
import { ImportCard } from "./import-card";
import { type ImportLimit, Uploaders } from "./uploaders";

/** While something is being worked on, the page follows it. */
const FOLLOW_SECONDS = 1;
const isAtWork = ({ state }: WalletImport) => state === "checking" || state === "running";

/** Brings files of wallets in, and shows what becomes of them. */
export function ImportsPage() {
  const t = useTranslations("wallets.desk.imports");
  const imports = useQuery(
    ask(api.list, {}, { follows: ({ data }) => data?.imports.some(isAtWork) && FOLLOW_SECONDS }),
  );
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <MenuRow menu="wallets" />
      <div className="grid gap-6">
        <UploadCard alone={imports.data?.alone} />
        <section aria-labelledby="imports-list" className="grid gap-4">
          <h2 id="imports-list" className="font-semibold text-lg">
            {t("listTitle")}
          </h2>
          <QueryState loading={<RowSkeletons className="h-16" />} query={imports}>
            {({ imports: found, alone }) =>
              found.length === 0 ? (
                <Card>
                  <EmptyState icon={<FileUp aria-hidden />} title={t("emptyTitle")}>
                    {t("emptyText")}
                  </EmptyState>
                </Card>
              ) : (
                found.map((one) => <ImportCard key={one.id} found={one} alone={alone} />)
              )
            }
          </QueryState>
        </section>
      </div>
    </>
  );
}

function UploadCard({ alone }: { alone: ImportLimit | undefined }) {
  const t = useTranslations("wallets.desk.imports");
  const { textOf } = useErrorText();
  const [isTooLarge, setTooLarge] = useState(false);
  const [kind, setKind] = useState<ImportKind>("new");
  const [allowsSharedMobile, setAllowsSharedMobile] = useState(false);
  const whose = useWhose();
  const { mutate, isPending, error, upload, reset } = useUploadWallets();
  useWarningBeforeUnload(isPending);
  const check = (file: File) => {
    reset();
    setTooLarge(file.size > IMPORT_BYTES_MAX);
    if (file.size <= IMPORT_BYTES_MAX)
      mutate({ file, kind, allowsSharedMobile: kind === "new" && allowsSharedMobile, ...whose.body });
  };
  return (
    <Card title={t("newTitle")}>
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft">
          {t("fileHint")}{" "}
          <a
            href="/api/portal/manage/imports/template"
            download
            className="inline-flex items-center gap-1 font-medium text-accent underline underline-offset-4"
          >
            <Download aria-hidden className="size-4" />
            {t("template")}
          </a>
        </p>
        <RadioGroup
          label={t("kindLabel")}
          isLoose
          isDisabled={isPending}
          options={IMPORT_KINDS.map((id) => ({ id, label: t(`kind.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
        {kind === "update" && <p className="max-w-3xl text-ink-soft">{t("updateHint")}</p>}
        <Whose whose={whose} />
        {kind === "new" && (
          <Checkbox isSelected={allowsSharedMobile} onChange={setAllowsSharedMobile} isDisabled={isPending}>
            {t("shared")}
          </Checkbox>
        )}
        {alone && <AloneLimit {...alone} />}
        <div>
          <FileButton
            variant="primary"
            icon={FileUp}
            isPending={isPending}
            isDisabled={!whose.isReady}
            onChoose={check}
          >
            {t("choose")}
          </FileButton>
        </div>
        {upload && <ProgressBar label={t("uploading", { name: upload.fileName })} share={upload.share} />}
        {(isTooLarge || error) && (
          <Notice kind="danger" isAnnounced>
            {error ? textOf(error) : t("tooLarge")}
          </Notice>
        )}
      </div>
    </Card>
  );
}

/** Says before a file is chosen how many points one person gives by it, who starts a larger one from when, and what can be done until then. */
function AloneLimit({ above, left, starters, uploaders }: ImportLimit) {
  const t = useTranslations("wallets.desk.imports");
  const format = useFormatter();
  return (
    <Notice kind="info">
      <p>{t("aloneLimit", { above: format.number(above), left: format.number(left) })}</p>
      <Deciders deciders={starters} />
      <Uploaders {...{ starters, uploaders }} />
      <p>{t("aloneParts")}</p>
    </Notice>
  );
}

function Whose({ whose }: { whose: ReturnType<typeof useWhose> }) {
  const t = useTranslations("wallets.desk.imports");
  if (!whose.isAsked) return null;
  return (
    <Select
      label={t("whose")}
      description={t("whoseHint")}
      className="max-w-96"
      options={whose.options}
      value={whose.chosen}
      onChange={whose.choose}
      placeholder={t("whoseNone")}
    />
  );
}

const OF_NONE = 0;

/** The merchant of an operator's file: the only one without asking, and otherwise a choice. */
function useWhose() {
  const t = useTranslations("wallets.desk.imports");
  const nameOf = useNameOf();
  const isOperator = useMe().merchant === null;
  const { data } = useQuery({ ...ask(merchantsApi.list), enabled: isOperator });
  const [chosen, choose] = useState<number | null>(null);
  const active = data?.merchants.filter(({ isActive }) => isActive) ?? [];
  const isAsked = isOperator && active.length > 1;
  const merchantId = chosen === OF_NONE ? null : (chosen ?? undefined);
  return {
    isAsked,
    isReady: !isOperator || (data !== undefined && (!isAsked || chosen !== null)),
    options: [
      ...active.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) })),
      { id: OF_NONE, label: t("whoseNobody") },
    ],
    ...{ chosen, choose },
    body: isAsked ? { merchantId } : {},
  };
}

interface Upload {
  fileName: string;
  /** From 0 to 1. */
  share: number;
}

/** Sends the parts of a file that the service does not have yet, and has it read. */
function useUploadWallets() {
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const mutation = useMutation({
    mutationFn: async ({ file, ...asked }: AskedUpload) => {
      setUpload({ fileName: file.name, share: 0 });
      const target = await openImport(file, asked);
      for (const part of target.missing) {
        await sendPart(target.id, part, partOf(file, part));
        setUpload({ fileName: file.name, share: (part + 1) / target.parts });
      }
      return sendWeighed(api.act, { params: { importId: target.id }, body: { act: "check" } });
    },
    gcTime: 0,
    onSettled: () => {
      setUpload(null);
      return outdate(client, "imports");
    },
  });
  return { ...mutation, upload };
}

interface AskedUpload {
  file: File;
  kind: ImportKind;
  allowsSharedMobile: boolean;
  merchantId?: number | null | undefined;
}

const partOf = (file: File, part: number) =>
  file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES);

/** The import of this very content, as far as it has come, here or in another browser. */
async function openImport(file: File, asked: Omit<AskedUpload, "file">): Promise<WalletImport> {
  const parts: string[] = [];
  for (let part = 0; part * IMPORT_PART_BYTES < file.size; part += 1)
    parts.push(await contentHash(partOf(file, part)));
  return send(api.create, { body: { ...asked, fileName: file.name, bytes: file.size, parts } });
}

const ATTEMPTS_MAX = 3;

/** The same part again does no harm, so a lost answer is simply asked for again. */
async function sendPart(importId: number, part: number, bytes: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(api.sendPart, { params: { importId, part } }, { file: bytes });
      return;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !toPortalError(error).isOutcomeUnknown) throw error;
    }
  }
}
