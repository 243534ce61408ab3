"use client";

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";

export interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly { id: Key; label: ReactNode; content: ReactNode }[];
  value?: Key;
  onChange?: (value: Key) => void;
}

/** Several views of one thing, one at a time. */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  return (
    <AriaTabs
      {...(value !== undefined && { selectedKey: value })}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key);
        if (chosen !== undefined) onChange?.(chosen.id);
      }}
    >
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ id, label }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px flex min-h-control cursor-pointer items-center whitespace-nowrap border-transparent border-b-2 px-4 text-ink-soft transition-colors -outline-offset-2 data-selected:border-accent data-selected:font-medium data-hovered:text-ink data-selected:text-ink"
          >
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="rounded-lg pt-4">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
