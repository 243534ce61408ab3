"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, send } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { QueryState } from "@/components/kit/query-state";
import { useErrorText } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import type { SessionList } from "@/lib/areas/account/schemas";
import { useDeviceColumns, useDeviceName } from "./device-columns";

type SessionRow = SessionList["sessions"][number];

export function SessionsCard() {
  const t = useTranslations("account");
  const query = useQuery(ask(api.sessions));
  const { end, isEnding } = useEndWithToast();
  const hasOthers = query.data?.sessions.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card
      title={t("sessions")}
      description={t("sessionsLead")}
      actions={
        hasOthers && (
          <Button icon={LogOut} isPending={isEnding(null)} onPress={() => end(null)}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        loading={
          <div className="grid gap-3">
            <Skeleton className="h-row" />
            <Skeleton className="h-row" />
          </div>
        }
      >
        {({ sessions }) => <Sessions sessions={sessions} />}
      </QueryState>
    </Card>
  );
}

function Sessions({ sessions }: SessionList) {
  const t = useTranslations("account");
  const nameOf = useDeviceName();
  const { end, isEnding } = useEndWithToast();
  const press = useSinglePress();
  return (
    <Table<SessionRow>
      label={t("sessions")}
      rows={sessions}
      rowKey={({ id }) => id}
      columns={useDeviceColumns()}
      actionsLabel={t("endSessionShort")}
      rowActions={(session) =>
        !session.isCurrent && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t("endSession", { device: nameOf(session) })}
            isPending={isEnding(session.id)}
            onPress={() => press(() => end(session.id))}
          >
            {t("endSessionShort")}
          </Button>
        )
      }
    />
  );
}

function useEndWithToast() {
  const t = useTranslations("account");
  const { textOf } = useErrorText();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sessionId: number | null) =>
      sessionId === null ? send(api.endOtherSessions) : send(api.endSession, { params: { sessionId } }),
    onSettled: () => outdate(client, "account"),
  });
  return {
    isEnding: (sessionId: number | null) => isPending && variables === sessionId,
    end: (sessionId: number | null) =>
      mutate(sessionId, {
        onSuccess: ({ ended }) =>
          toast({
            kind: "success",
            title: sessionId === null ? t("othersEnded", { count: ended }) : t("sessionEnded"),
          }),
        onError: (error) => toast({ kind: "problem", title: textOf(error) }),
      }),
  };
}
