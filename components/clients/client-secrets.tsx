"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { useList } from "@/components/lists/use-list";
import { OffIcon, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Code, DateTime } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import type { Column } from "@/components/ui/table";
import { clients as api } from "@/lib/areas/clients/contract";
import type { Client, IssuedClientAnswer } from "@/lib/areas/clients/record";
import { ROTATION_OVERLAP_DAYS_DEFAULT, ROTATION_OVERLAP_DAYS_MAX } from "@/lib/areas/clients/words";
import { ClientSecretDialog, type ClientSecretKind } from "./client-secret-dialog";

type Secret = Client["signingSecrets"][number] & { lastUsedAt?: string | null };

/** The ClientIds that a client has and had: by their last characters, because more is not kept of them. */
export function ClientSecrets({ client }: { client: Client }) {
  return <Secrets kind="clientId" client={client} secrets={client.secrets} />;
}

/** A client's signing secrets, and whether signing is required. */
export function ClientSigningSecrets({ client }: { client: Client }) {
  return <Secrets kind="signing" client={client} secrets={client.signingSecrets} />;
}

function Secrets({
  kind,
  client,
  secrets,
}: {
  kind: ClientSecretKind;
  client: Client;
  secrets: readonly Secret[];
}) {
  const t = useTranslations("clients");
  const words = useTranslations("clients.secret");
  const columns = useColumns(kind);
  const [issued, setIssued] = useState<IssuedClientAnswer | null>(null);
  const list = useList({
    card: {
      title: words(`${kind}.title`),
      description: words(`${kind}.lead`),
      actions: client.revokedAt === null && (
        <Button icon={RefreshCw} onPress={() => list.open("rotate")}>
          {kind === "signing" ? words(`${kind}.rotateConfirm`) : t("rotate")}
        </Button>
      ),
    },
    label: words(`${kind}.title`),
    rows: secrets,
    columns,
    forms: {
      revoke: (secret, { close }) => <RevokeSecretDialog {...{ kind, client, secret }} onClose={close} />,
    },
    dialogs: {
      rotate: ({ close }) => (
        <RotateDialog {...{ kind, client, secrets }} onIssued={setIssued} onClose={close} />
      ),
    },
    rowActs: ({ isLive, last4 }) => [
      isLive && { label: t("revoke"), name: words(`${kind}.revoke`, { last4 }), form: "revoke" },
    ],
    actionsLabel: t("revoke"),
    empty: { none: [words(`${kind}.none`)] },
  });
  return (
    <>
      {list.records}
      {issued && <ClientSecretDialog kind={kind} issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

function useColumns(kind: ClientSecretKind): Column<Secret>[] {
  const t = useTranslations("clients");
  const used: Column<Secret> = {
    id: "used",
    header: t("lastUsed"),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime value={lastUsedAt} /> : t("neverUsed")),
  };
  return [
    { id: "last4", header: t("secretEnd"), cell: ({ last4 }) => <Code>{`…${last4}`}</Code> },
    { id: "state", header: t("state"), cell: (secret) => <SecretStatus secret={secret} /> },
    { id: "created", header: t("issuedAt"), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
    ...(kind === "signing" ? [] : [used]),
  ];
}

function SecretStatus({ secret }: { secret: Secret }) {
  const t = useTranslations("clients");
  if (secret.revokedAt !== null)
    return (
      <Status tone="danger" icon={OffIcon}>
        {t("states.revoked")}
      </Status>
    );
  if (!secret.isLive) return <Status tone="warning">{t("states.expired")}</Status>;
  if (secret.expiresAt === null) return <Status tone="success">{t("accepted")}</Status>;
  return (
    <Status tone="warning">
      {t("acceptedUntil")} <DateTime value={secret.expiresAt} />
    </Status>
  );
}

function RotateDialog({
  kind,
  client,
  secrets,
  onIssued,
  onClose,
}: {
  kind: ClientSecretKind;
  client: Client;
  secrets: readonly Secret[];
  onIssued: (issued: IssuedClientAnswer) => void;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const words = useTranslations("clients.secret");
  const [days, setDays] = useState<number | null | undefined>(ROTATION_OVERLAP_DAYS_DEFAULT);
  const liveCount = secrets.filter(({ isLive }) => isLive).length;
  return (
    <ActConfirm
      title={words(`${kind}.rotateTitle`)}
      confirmLabel={words(`${kind}.rotateConfirm`)}
      isReady={typeof days === "number" && days <= ROTATION_OVERLAP_DAYS_MAX}
      act={kind === "signing" ? api.rotateSigning : api.rotate}
      asked={{ params: { clientId: client.id }, body: { version: client.version, overlapDays: days ?? 0 } }}
      onDone={onIssued}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <p>{words(`${kind}.rotateText`)}</p>
          {liveCount > 0 && (
            <NumberField
              label={t("overlapDays")}
              description={words(`${kind}.overlapHint`, { max: ROTATION_OVERLAP_DAYS_MAX })}
              value={days}
              onChange={setDays}
              errorMessage={problemOf("overlapDays")}
            />
          )}
          {liveCount > 1 && <p className="text-warning-soft-ink">{words(`${kind}.rotateEndsOlder`)}</p>}
        </>
      )}
    </ActConfirm>
  );
}

function RevokeSecretDialog({
  kind,
  client,
  secret,
  onClose,
}: {
  kind: ClientSecretKind;
  client: Client;
  secret: Secret;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const words = useTranslations("clients.secret");
  return (
    <ActConfirm
      title={words(`${kind}.revoke`, { last4: secret.last4 })}
      confirmLabel={t("revoke")}
      isDangerous
      act={kind === "signing" ? api.revokeSigning : api.revokeSecret}
      asked={{ params: { clientId: client.id, secretId: secret.id } }}
      said={words(`${kind}.revoked`)}
      onClose={onClose}
    >
      <p>{words(`${kind}.revokeText`)}</p>
    </ActConfirm>
  );
}
