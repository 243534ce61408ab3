"use client";

import { BadgeCheck, Keyboard, LockKeyhole, MonitorSmartphone, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMe } from "@/components/kit/use-me";
import { useRunCommand } from "@/components/shell/commands";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { lazyPart } from "@/components/ui/lazy-part";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { useDisplay } from "./display";
import { chooseOwnKeys, useOwnKeys, useScannerSeen } from "./own-keys";

const ShiftBar = lazyPart(async () => (await import("@/components/shifts/shift-bar")).ShiftBar);
const ChangeCashierDialog = lazyPart(async () => (await import("./change-cashier")).ChangeCashierDialog);
const OwnTillDialog = lazyPart(
  async () => (await import("@/components/tills/own-till-dialog")).OwnTillDialog,
);
const DisplayDialog = lazyPart(async () => (await import("./display-dialog")).DisplayDialog);

/** The till's own parts: the cashier's shift, and the customer's display. */
export function TillFoot({
  branch,
  isAside,
}: {
  branch: PortalBranch;
  /** Something else is on the page: where there is little room, this waits. */
  isAside: boolean;
}) {
  const t = useTranslations("display.till");
  const keys = useTranslations("till.ownKeys");
  const isOwnKeys = useOwnKeys();
  const isScannerSeen = useScannerSeen();
  const change = useTranslations("till.change");
  const gate = useTranslations("till.gate");
  const { shifts, changesCashier, user } = useMe();
  const display = useDisplay();
  const shell = useTranslations("shell");
  const run = useRunCommand();
  const [isOpen, setOpen] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [isRegistering, setRegistering] = useState(false);
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-3 border-line border-t pt-4 print:hidden",
        isAside && "short:hidden cramped:hidden",
      )}
    >
      {shifts !== "off" && <ShiftBar branch={branch} />}
      {changesCashier && (
        <Button size="small" variant="quiet" icon={UsersRound} onPress={() => setChanging(true)}>
          {change("title")}
        </Button>
      )}
      <Button size="small" variant="quiet" icon={LockKeyhole} onPress={() => run("lock")}>
        {shell("lock")}
      </Button>
      <Button size="small" variant="quiet" icon={MonitorSmartphone} onPress={() => setOpen(true)}>
        {display.state === "paired" ? t(display.isPresent ? "buttonConnected" : "buttonAway") : t("button")}
      </Button>
      {user.role === "cashier" && (
        <Button size="small" variant="quiet" icon={BadgeCheck} onPress={() => setRegistering(true)}>
          {gate("entry")}
        </Button>
      )}
      {(isScannerSeen || isOwnKeys) && (
        <Button
          size="small"
          variant="quiet"
          icon={Keyboard}
          className="pointer-fine:hidden"
          aria-pressed={isOwnKeys}
          onPress={() => chooseOwnKeys(!isOwnKeys)}
        >
          {keys(isOwnKeys ? "device" : "own")}
        </Button>
      )}
      {isChanging && <ChangeCashierDialog onClose={() => setChanging(false)} />}
      {isRegistering && <OwnTillDialog onClose={() => setRegistering(false)} />}
      {isOpen && <DisplayDialog branchId={branch.id} onClose={() => setOpen(false)} />}
    </div>
  );
}
