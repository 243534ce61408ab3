"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { figureColumn, Table } from "@/components/ui/table";
import { sandbox as api } from "@/lib/areas/clients/contract";
import type { Client } from "@/lib/areas/clients/record";
import type { SandboxWallet } from "@/lib/areas/sandbox/schemas";

/** The wallets of a test client: how each stands, what happens on it, and a way back to where all began. */
export function ClientSandbox({ client }: { client: Client }) {
  const t = useTranslations("clients.sandbox");
  const params = { clientId: client.id };
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={
        client.revokedAt === null && (
          <Button icon={RotateCcw} onPress={() => setAsking(true)}>
            {t("reset")}
          </Button>
        )
      }
    >
      <QueryState
        query={useQuery(ask(api.sandbox, { params }, { follows: 10 }))}
        loading={<Skeleton className="h-64" />}
      >
        {({ wallets }) => <WalletTable wallets={wallets} />}
      </QueryState>
      {isAsking && (
        <ActConfirm
          title={t("resetTitle")}
          confirmLabel={t("reset")}
          act={api.resetSandbox}
          asked={{ params }}
          said={t("resetDone")}
          onClose={() => setAsking(false)}
        >
          <p>{t("resetText")}</p>
        </ActConfirm>
      )}
    </Card>
  );
}

function WalletTable({ wallets }: { wallets: readonly SandboxWallet[] }) {
  const t = useTranslations("clients.sandbox");
  const inLanguage = useInLanguage();
  return (
    <Table<SandboxWallet>
      label={t("title")}
      rows={wallets}
      rowKey={({ id }) => id}
      columns={[
        { id: "code", header: t("wallet"), cell: ({ walletCode }) => <Code>{walletCode}</Code> },
        { id: "number", header: t("number"), cell: ({ contactMsisdn }) => <Code>{contactMsisdn}</Code> },
        {
          id: "pin",
          header: t("pin"),
          cell: ({ pin, isPinLocked }) =>
            isPinLocked ? <Badge tone="warning">{t("pinLocked")}</Badge> : pin && <Code>{pin}</Code>,
        },
        figureColumn("points", t("points"), ({ totalPoints }) => totalPoints),
        {
          id: "what",
          header: t("what"),
          isText: true,
          cell: ({ text }) => (text === null ? t("ofCustomer") : inLanguage(text)),
        },
      ]}
    />
  );
}
