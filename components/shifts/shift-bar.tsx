"use client";

import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { offerToTill } from "@/components/till/till-offer";
import { useScanner } from "@/components/till/use-scanner";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { Shift } from "@/lib/areas/shifts/schemas";
import { useOwnShift } from "./use-own-shift";

const dialogs = () => import("./shift-dialogs");
const OpenShiftDialog = lazyPart(async () => (await dialogs()).OpenShiftDialog);
const CloseShiftDialog = lazyPart(async () => (await dialogs()).CloseShiftDialog);
const HandOverDialog = lazyPart(async () => (await dialogs()).HandOverDialog);

/** One's own shift at the till: to open, to close, to hand over. */
export function ShiftBar({ branch }: { branch: PortalBranch }) {
  const t = useTranslations("shifts");
  const [isOpening, setOpening] = useState(false);
  const { data } = useOwnShift();
  if (data === undefined) return null;
  return (
    <>
      {data.shift === null ? (
        <Button size="small" icon={Clock} onPress={() => setOpening(true)}>
          {t("open")}
        </Button>
      ) : (
        <OpenShift shift={data.shift} branch={branch} />
      )}
      {isOpening && <OpenShiftDialog branchId={branch.id} onClose={() => setOpening(false)} />}
    </>
  );
}

/** In place of the till, where the programme asks for a shift before anything is done. */
export function ShiftGate({ branch }: { branch: PortalBranch }) {
  const t = useTranslations("shifts");
  const [isOpening, setOpening] = useState(false);
  const { data } = useOwnShift();
  const shift = data?.shift ?? null;
  // A card that is scanned before the shift is open is the first customer's.
  useScanner((code) => offerToTill({ code }), { keptBy: [] });
  return (
    <>
      <EmptyState
        icon={<Clock />}
        title={t("gateTitle")}
        actions={
          shift === null ? (
            <Button variant="primary" size="large" autoFocus onPress={() => setOpening(true)}>
              {t("open")}
            </Button>
          ) : (
            <OpenShift shift={shift} branch={branch} />
          )
        }
      >
        {t(shift === null ? "gateText" : "gateElsewhere")}
      </EmptyState>
      {isOpening && <OpenShiftDialog branchId={branch.id} onClose={() => setOpening(false)} />}
    </>
  );
}

function OpenShift({ shift, branch }: { shift: Shift; branch: PortalBranch }) {
  const t = useTranslations("shifts");
  const format = useFormatter();
  const nameOf = useNameOf();
  const navigation = useNavigation();
  const { branches } = useMe();
  const { data } = useOwnShift();
  const [act, setAct] = useState<"close" | "handOver" | null>(null);
  const at = branches.find(({ id }) => id === shift.branchId && id !== branch.id);
  const time = format.dateTime(new Date(shift.openedAt), { hour: "numeric", minute: "2-digit" });
  const done = {
    onDone: (shiftId: number) => navigation.push(`/today/shifts/${shiftId}`),
    onClose: () => setAct(null),
  };
  return (
    <>
      <span className="flex items-center gap-2 text-ink-soft text-sm">
        <Clock aria-hidden className="size-4" />
        {at === undefined ? t("since", { time }) : t("sinceAt", { time, branch: nameOf(at) })}
      </span>
      <Button size="small" onPress={() => setAct("close")}>
        {t("close")}
      </Button>
      {data !== undefined && data.colleagues.length > 0 && (
        <Button size="small" onPress={() => setAct("handOver")}>
          {t("handOver")}
        </Button>
      )}
      {act === "close" && <CloseShiftDialog shift={shift} {...done} />}
      {act === "handOver" && data !== undefined && <HandOverDialog own={data} shift={shift} {...done} />}
    </>
  );
}
