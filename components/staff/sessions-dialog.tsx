"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeviceColumns } from "@/components/account/device-columns";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffMember } from "@/lib/areas/staff/record";

/** Where a person is signed in, and the way to end it everywhere. */
export function SessionsDialog({ user, onClose }: { user: StaffMember; onClose: () => void }) {
  const t = useTranslations("staff");
  const params = { userId: user.id };
  const query = useQuery(ask(api.sessions, { params }, { staleTime: 0 }));
  const end = useSend(api.endSessions);
  const columns = useDeviceColumns();
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t("sessionsTitle", { name: user.shownName })}
      actions={
        <>
          <Button onPress={onClose}>{t("close")}</Button>
          {query.data && query.data.sessions.length > 0 && (
            <Button
              variant="danger"
              icon={LogOut}
              isPending={end.isPending}
              onPress={() =>
                end.mutate(
                  { params },
                  {
                    onSuccess: ({ ended }) => {
                      toast({ kind: "success", title: t("sessionsEnded", { count: ended }) });
                      onClose();
                    },
                  },
                )
              }
            >
              {t("endSessions")}
            </Button>
          )}
        </>
      }
    >
      <Refusal error={end.error} />
      <QueryState query={query} loading={<Skeleton className="h-24" />}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p>{t("noSessions")}</p>
          ) : (
            <Table label={t("sessions")} rows={sessions} rowKey={({ id }) => id} columns={columns} />
          )
        }
      </QueryState>
    </Dialog>
  );
}
