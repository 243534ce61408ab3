"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useErrorText } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import type { DeviceList } from "@/lib/areas/account/schemas";
import { useDeviceColumns, useDeviceName } from "./device-columns";

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
      columns={useDeviceColumns({ first: t("devices.first"), last: t("devices.last") })}
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
