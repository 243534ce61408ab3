"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useState } from "react";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS, type ButtonSize } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { toPortalError } from "./error";
import type { FileProgress } from "./fetch-file";
import { ProgressBar } from "./progress-bar";
import { useErrorText } from "./use-language";

/**
 * A link to a CSV file of any length: its lines are counted while they come, and a refusal or a file that breaks off is said on the page. A file
 * under way is saved on other pages of the portal, too. Without scripts, and in a tab of its own, the browser fetches the file by itself.
 */
export function FileLink({
  href,
  size = "medium",
  icon: Icon = Download,
  children,
}: {
  href: string;
  size?: ButtonSize;
  icon?: typeof Download | null;
  children: ReactNode;
}) {
  const { textOf } = useErrorText();
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const isComing = progress !== null;
  const fetchHere = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isComing) return;
    setProgress({ lines: 0, of: null });
    try {
      const { fetchFile } = await import("./fetch-file");
      save(await fetchFile(href, setProgress));
    } catch (thrown) {
      toast({ kind: "problem", title: textOf(toPortalError(thrown)) });
    }
    setProgress(null);
  };
  return (
    <span className="inline-grid gap-1.5">
      <a
        href={href}
        download
        aria-busy={isComing}
        onClick={fetchHere}
        className={cx(
          BUTTON_BASE,
          BUTTON_VARIANTS.secondary,
          BUTTON_SIZES[size],
          "gap-2",
          isComing && "opacity-60",
        )}
      >
        {Icon && <Icon aria-hidden className="size-4.5" />}
        {children}
      </a>
      {progress !== null && <Coming progress={progress} />}
    </span>
  );
}

function Coming({ progress: { lines, of } }: { progress: FileProgress }) {
  const t = useTranslations("desk.download");
  const format = useFormatter();
  if (of !== null)
    return (
      <ProgressBar
        label={t("progress", { lines: format.number(lines), count: of })}
        share={lines / Math.max(1, of)}
      />
    );
  return (
    <span role="status" className="text-ink-soft text-sm">
      {lines === 0 ? t("making") : t("soFar", { count: lines })}
    </span>
  );
}

function save({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
