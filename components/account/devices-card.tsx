"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useErrorText } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import type { DeviceList } from "@/lib/areas/account/schemas";
import { useDeviceName } from "./use-device-name";

type Device = DeviceList["devices"][number];

/** The devices on which the signed-in user is known, to be made unknown again. */
export function DevicesCard() {
  const t = useTranslations("account");
  const query = useQuery(ask(api.devices));
  return (
    <Card title={t("devices.title")} description={t("devices.lead")}>
      <QueryState query={query} loading={<Skeleton className="h-row" />}>
        {({ devices }) =>
          devices.length === 0 ? (
            <p className="text-ink-soft">{t("devices.none")}</p>
          ) : (
            <Devices devices={devices} />
          )
        }
      </QueryState>
    </Card>
  );
}

function Devices({ devices }: DeviceList) {
  const t = useTranslations("account");
  const { textOf } = useErrorText();
  const nameOf = useDeviceName();
  const press = useSinglePress();
  const { mutate, isPending, variables } = useSend(api.forgetDevice);
  const forget = (id: number) =>
    mutate(
      { params: { deviceId: id } },
      {
        onSuccess: () => toast({ kind: "success", title: t("devices.removed") }),
        onError: (error) => toast({ kind: "problem", title: textOf(error) }),
      },
    );
  return (
    <Table<Device>
      label={t("devices.title")}
      rows={devices}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "device",
          header: t("device"),
          cell: (device) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              <span>{nameOf(device)}</span>
              {device.isCurrent && (
                <Status tone="success" icon={MonitorSmartphone}>
                  {t("thisDevice")}
                </Status>
              )}
            </span>
          ),
        },
        {
          id: "address",
          header: t("address"),
          cell: ({ address }) => (address ? <Code>{address}</Code> : "–"),
        },
        {
          id: "first",
          header: t("devices.first"),
          cell: ({ createdAt }) => <DateTime value={createdAt} />,
        },
        {
          id: "last",
          header: t("devices.last"),
          cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} />,
        },
      ]}
      actionsLabel={t("devices.remove")}
      rowActions={(device) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={t("devices.removeNamed", { device: nameOf(device) })}
          isPending={isPending && variables.params.deviceId === device.id}
          onPress={() => press(() => forget(device.id))}
        >
          {t("devices.remove")}
        </Button>
      )}
    />
  );
}
