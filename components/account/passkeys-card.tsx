"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, send, useRequest, useSend } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { QueryState } from "@/components/kit/query-state";
import { useChange } from "@/components/kit/use-change";
import { useEditor } from "@/components/kit/use-editor";
import { useForms } from "@/components/kit/use-forms";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import type { PasskeyList } from "@/lib/areas/account/schemas";
import { describeUserAgent } from "@/lib/platform/user-agent";
import { makePasskey, useHasPasskeys } from "./passkey";
import { ProofDialog } from "./proof-dialog";

type Passkey = PasskeyList["passkeys"][number];

/** The passkeys of the signed-in user, to be added, named and removed. */
export function PasskeysCard() {
  const t = useTranslations("account.passkeys");
  const query = useQuery(ask(api.passkeys));
  const canAdd = useHasPasskeys();
  const { open, form } = useForms({
    rows: query.data?.passkeys,
    forms: {
      rename: (passkey: Passkey, { close }) => <RenameDialog passkey={passkey} onClose={close} />,
      remove: (passkey, { close }) => <RemoveDialog passkey={passkey} onClose={close} />,
    },
    dialogs: { add: ({ close }) => <AddDialog onClose={close} /> },
  });
  return (
    <Card title={t("title")} description={t("lead")}>
      <QueryState query={query} loading={<Skeleton className="h-control" />}>
        {({ passkeys }) => (
          <div className="grid gap-4">
            {passkeys.length > 0 && (
              <ul className="grid gap-3">
                {passkeys.map((passkey) => (
                  <PasskeyItem key={passkey.id} passkey={passkey} onOpen={(act) => open(act, passkey)} />
                ))}
              </ul>
            )}
            {canAdd ? (
              <div>
                <Button icon={Plus} onPress={() => open("add")}>
                  {t("add")}
                </Button>
              </div>
            ) : (
              <Notice kind="info">{t("unavailable")}</Notice>
            )}
          </div>
        )}
      </QueryState>
      {form}
    </Card>
  );
}

function PasskeyItem({ passkey, onOpen }: { passkey: Passkey; onOpen: (act: "rename" | "remove") => void }) {
  const t = useTranslations("account.passkeys");
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-sunken px-4 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <KeyRound aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="block text-ink-soft text-sm">
            {lastUsedAt === null ? t("added") : t("lastUsed")}{" "}
            <DateTime value={lastUsedAt ?? createdAt ?? ""} />
          </span>
        </span>
      </span>
      <span className="flex gap-1">
        <Button
          size="small"
          variant="quiet"
          aria-label={t("renameNamed", { name })}
          onPress={() => onOpen("rename")}
        >
          {t("rename")}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={t("removeNamed", { name })}
          onPress={() => onOpen("remove")}
        >
          {t("remove")}
        </Button>
      </span>
    </li>
  );
}

/** The proof first, then the name, then the browser's own dialog. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("account.passkeys");
  const [options, setOptions] = useState<Record<string, unknown> | null>(null);
  if (options !== null) return <NameDialog options={options} onClose={onClose} />;
  return (
    <ProofDialog
      title={t("addTitle")}
      submitLabel={t("next")}
      send={async (proof) => setOptions((await send(api.startPasskey, { body: proof })).options)}
      onDone={() => undefined}
      onClose={onClose}
    >
      {t("addText")}
    </ProofDialog>
  );
}

function NameDialog({ options, onClose }: { options: Record<string, unknown>; onClose: () => void }) {
  const t = useTranslations("account.passkeys");
  const tAccount = useTranslations("account");
  const add = useChange((name: string) => makePasskey(options, name), "account");
  const [isRefused, setRefused] = useState(false);
  const device = describeUserAgent(navigator.userAgent);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ name: device === null ? "" : tAccount("browserOn", device) }),
    create: {
      schema: async () => (await import("@/lib/areas/account/schemas")).passkeyNameRequestSchema,
      send: async ({ name }) => {
        setRefused(false);
        try {
          await add.mutateAsync(name);
        } catch (error) {
          setRefused(true);
          throw error;
        }
      },
    },
    said: t("addedDone"),
    onSaved: onClose,
  });
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t("nameTitle")}
      submitLabel={t("make")}
      errorText={({ code }) => (isRefused && code === "unreadable" ? t("notMade") : undefined)}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("nameText")}</p>
      <TextField {...editor.field("name")} label={t("name")} maxLength={60} />
    </EditorDialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations("account.passkeys");
  const rename = useRequest(api.renamePasskey, { params: { passkeyId: passkey.id } });
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ name: passkey.name }),
    create: rename,
    onSaved: onClose,
  });
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t("renameTitle")}
      submitLabel={t("rename")}
      onClose={onClose}
    >
      <TextField {...editor.field("name")} label={t("name")} maxLength={60} />
    </EditorDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations("account.passkeys");
  const remove = useSend(api.removePasskey);
  return (
    <ProofDialog
      title={t("removeTitle", { name: passkey.name })}
      submitLabel={t("remove")}
      isDangerous
      send={(proof) => remove.mutateAsync({ params: { passkeyId: passkey.id }, body: proof })}
      onDone={() => {
        toast({ kind: "success", title: t("removed") });
        onClose();
      }}
      onClose={onClose}
    >
      {t("removeText")}
    </ProofDialog>
  );
}
