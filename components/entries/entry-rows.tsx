"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { Code } from "@/components/ui/format";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { EntryPlace } from "./entry-bill";
import { EntryMarks } from "./entry-marks";
import { EntryLink, MovedPoints } from "./entry-parts";
import { KindIcon } from "./kind-icon";
import { kindOf } from "./kinds";

/** Entries below one another where there is little room, each a link to all about it; the arrow keys go from one to the next. */
export function EntryRows({
  entries,
  onShow,
  autoFocus = false,
}: {
  entries: readonly PortalEntry[];
  onShow: (entryId: number) => void;
  /** The first one has the focus as soon as it is there, unless something is being typed. */
  autoFocus?: boolean;
}) {
  const t = useTranslations("entries");
  const list = useRef<HTMLUListElement>(null);
  const links = () => [...(list.current?.querySelectorAll("a") ?? [])];
  const begin = useEffectEvent(() => {
    const field = document.activeElement;
    // A field behind a dialog is left: an answer may come before the dialog has taken the focus.
    const isOfList = list.current?.closest("[role=dialog]")?.contains(field) !== false;
    if (autoFocus && !(isOfList && field instanceof HTMLInputElement)) links()[0]?.focus();
  });
  useEffect(() => begin(), []);
  return (
    <ul
      ref={list}
      onKeyDown={(event) => moveByArrows(event, links())}
      className="divide-y divide-line overflow-hidden rounded-xl border border-line"
    >
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryLink
            href={`/wallets/${entry.wallet.id}?entry=${entry.id}`}
            onOpen={() => onShow(entry.id)}
            className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-hover"
          >
            <KindIcon logTypeId={entry.logTypeId} className="size-5 text-ink-faint" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">
                {t(`kinds.${kindOf(entry.logTypeId)}`)} <Code>{String(entry.id)}</Code>
              </span>
              <EntryPlace entry={entry} />
              <EntryMarks entry={entry} />
            </span>
            <MovedPoints entry={entry} className="font-medium" />
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
          </EntryLink>
        </li>
      ))}
    </ul>
  );
}

/**
 * For the keys of a list: the arrows move the focus to the element above or below, Home and End to the first and the last. Any other
 * key, and a key pressed elsewhere than on one of the elements, is left alone.
 */
function moveByArrows(event: KeyboardEvent, elements: readonly HTMLElement[]): void {
  const at = elements.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: elements.length - 1 }[event.key];
  if (at === -1 || to === undefined) return;
  event.preventDefault();
  elements[to]?.focus();
}
