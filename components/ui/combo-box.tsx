"use client";

import { fieldClass } from "./field";
import { lazyPart } from "./lazy-part";
import type { ComboBoxProps } from "./open-combo-box";
import { Skeleton } from "./states";

/** Lists that float are a good part of all script, and the page can be read without them. */
const LazyComboBox = lazyPart<ComboBoxProps<string | number>>(
  async () => (await import("./open-combo-box")).OpenComboBox,
  { whileLoading: <Skeleton className="mt-6.5 h-control" /> },
);

/** One choice out of many, found by typing a part of it. */
export function ComboBox<Key extends string | number>({ className, onChange, ...props }: ComboBoxProps<Key>) {
  return (
    <div className={fieldClass(className)}>
      <LazyComboBox
        {...props}
        onChange={(key) => onChange(props.options.find(({ id }) => id === key)?.id ?? null)}
      />
    </div>
  );
}
