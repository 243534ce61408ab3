"use client";

import { Ban, PackageOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { kindOf } from "./kinds";
import { useActingBranch } from "./use-acting-branch";

const PartDialog = lazyPart(async () => (await import("./part-dialog")).PartDialog);
const CancelDialog = lazyPart(async () => (await import("./cancel-dialog")).CancelDialog);

type Act = "refund" | "return" | "cancel";

/** Acts that the reader may still do on an entry: refund, return, void. */
export function EntryActs({
  entry,
  size = "small",
  autoFocus = false,
}: {
  entry: PortalEntry;
  size?: "small" | "medium";
  /** The first button has the focus. */
  autoFocus?: boolean;
}) {
  const t = useTranslations("entries");
  const branch = useActingBranch();
  // The entry as it was when its dialog was opened: afterwards there may be nothing left to do about it.
  const [opened, setOpened] = useState<{ act: Act; entry: PortalEntry } | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const begin = useEffectEvent(() => {
    if (autoFocus) place.current?.querySelector("button")?.focus();
  });
  useEffect(() => begin(), []);
  const open = (act: Act) => {
    setOpened({ act, entry });
    setWasOpened(true);
  };
  useEffect(() => {
    // The button that opened the dialog may be gone with what it did; the keyboard goes on from its place.
    if (opened === null && wasOpened && document.activeElement === document.body) place.current?.focus();
  }, [opened, wasOpened]);
  const close = () => setOpened(null);
  const { refundableUntil, returnableUntil, cancellableUntil } = entry;
  const isPossible = [refundableUntil, returnableUntil, cancellableUntil].some((day) => day !== null);
  if (branch === null || !(isPossible || wasOpened)) return null;
  const name = { kind: t(`kinds.${kindOf(entry.logTypeId)}`), number: String(entry.id) };
  return (
    <>
      <span ref={place} tabIndex={-1} className="inline-flex flex-wrap justify-end gap-2 outline-none">
        {refundableUntil !== null && (
          <Button
            size={size}
            icon={UndoIcon}
            aria-label={t("acts.refundOf", name)}
            onPress={() => open("refund")}
          >
            {t("acts.refund")}
          </Button>
        )}
        {returnableUntil !== null && (
          <Button
            size={size}
            icon={PackageOpen}
            aria-label={t("acts.returnOf", name)}
            onPress={() => open("return")}
          >
            {t("acts.return")}
          </Button>
        )}
        {cancellableUntil !== null && (
          <Button size={size} icon={Ban} aria-label={t("acts.cancelOf", name)} onPress={() => open("cancel")}>
            {t("acts.cancel")}
          </Button>
        )}
      </span>

      {(opened?.act === "refund" || opened?.act === "return") && (
        <PartDialog act={opened.act} entry={opened.entry} branch={branch} onClose={close} />
      )}
      {opened?.act === "cancel" && <CancelDialog entry={opened.entry} branch={branch} onClose={close} />}
    </>
  );
}
