"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import { Code, DateTime } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import { describeUserAgent } from "@/lib/platform/user-agent";

/** A device on which a person is signed in, or was. */
interface SeenDevice {
  isCurrent?: boolean;
  userAgent: string | null;
  address: string | null;
  createdAt: string;
  lastUsedAt: string;
}

/** The device, its address, and when it was used; a list of other moments names them. */
export function useDeviceColumns<Row extends SeenDevice>(
  headers: { first?: string; last?: string } = {},
): Column<Row>[] {
  const t = useTranslations("account");
  const nameOf = useDeviceName();
  return [
    {
      id: "device",
      header: t("device"),
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span>{nameOf(row)}</span>
          {row.isCurrent && (
            <Status tone="success" icon={MonitorSmartphone}>
              {t("thisDevice")}
            </Status>
          )}
        </span>
      ),
    },
    { id: "address", header: t("address"), cell: ({ address }) => (address ? <Code>{address}</Code> : "–") },
    {
      id: "first",
      header: headers.first ?? t("signedIn"),
      cell: ({ createdAt }) => <DateTime value={createdAt} />,
    },
    {
      id: "last",
      header: headers.last ?? t("lastUsed"),
      cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} />,
    },
  ];
}

/** A device's name from its `User-Agent`: browser and system. */
export function useDeviceName(): (device: { userAgent: string | null }) => string {
  const t = useTranslations("account");
  return ({ userAgent }) => {
    const device = describeUserAgent(userAgent ?? "");
    return device === null ? t("unknownDevice") : t("browserOn", device);
  };
}
