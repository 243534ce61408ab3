"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";

/** Shows a secret the only time that it can be seen: only the button that says that it is kept closes it. */
export function SecretDialog({
  title,
  lead,
  secret,
  copyLabel,
  keptLabel,
  note,
  action,
  onClose,
}: {
  title: string;
  /** That it is shown this once, and where it should be kept. */
  lead: string;
  secret: string;
  copyLabel: string;
  keptLabel: string;
  note?: string | undefined;
  /** Another way to keep it. */
  action?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog
      role="alertdialog"
      isDismissable={false}
      onClose={() => undefined}
      title={title}
      actions={
        <>
          {action}
          <Button variant="primary" onPress={onClose}>
            {keptLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Notice kind="warning">{lead}</Notice>
        <div className="flex items-center gap-2 rounded-xl border border-line-strong bg-sunken py-1 ps-4 pe-1">
          <span className="min-w-0 flex-1 break-all font-mono text-sm">
            <Code>{secret}</Code>
          </span>
          <CopyButton text={secret} label={copyLabel} />
        </div>
        {note !== undefined && <p className="text-ink-soft text-sm">{note}</p>}
      </div>
    </Dialog>
  );
}
