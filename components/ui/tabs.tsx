"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "./cx";

export interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly { id: Key; label: ReactNode; content: ReactNode }[];
  value?: Key;
  onChange?: (value: Key) => void;
}

/**
 * Several views of one thing, one at a time. Arrows, Home and End choose within the list, Tab leads to what is chosen. Made of the
 * browser's own buttons: React Aria's collections are three times as large as all else on such a page's frame.
 */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.id);
  const wanted = value ?? own;
  const shown = tabs.find((tab) => tab.id === wanted) ?? tabs[0];
  const choose = (key: Key) => {
    setOwn(key);
    onChange?.(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event, tabs.length, shown === undefined ? -1 : tabs.indexOf(shown));
    const tab = to === undefined ? undefined : tabs[to];
    if (to === undefined || tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-line border-b"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            aria-selected={tab === shown}
            {...(tab === shown && { "aria-controls": `${id}panel` })}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => choose(tab.id)}
            className={cx(
              "-mb-px flex min-h-control cursor-pointer items-center whitespace-nowrap border-b-2 px-4 transition-colors -outline-offset-2",
              tab === shown
                ? "border-accent font-medium text-ink"
                : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={shown.id}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${shown.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that takes the focus, and is to be scrolled.
          tabIndex={0}
          className="rounded-lg pt-4"
        >
          {shown.content}
        </div>
      )}
    </>
  );
}

/** Where a key leads to in the list, round from end to end; undefined for other keys. */
function placeAfter({ key, currentTarget }: KeyboardEvent, count: number, at: number): number | undefined {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return (at + forward + count) % count;
    case "ArrowLeft":
      return (at - forward + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
