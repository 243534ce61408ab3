import type { ReactNode } from "react";

interface ChoiceBoxProps {
  label: string;
  /** "some": a part of what it stands for. */
  chosen: "all" | "some" | "none";
  onToggle: () => void;
  children?: ReactNode;
}

/** Chooses a row of a list: the browser's own checkbox, which needs no script. */
export function ChoiceBox({ label, chosen, onToggle, children }: ChoiceBoxProps) {
  return (
    <label className="inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen === "all"}
        ref={(input) => {
          if (input !== null) input.indeterminate = chosen === "some";
        }}
        onChange={onToggle}
        className="size-5 shrink-0 cursor-pointer accent-accent focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2"
      />
      {children}
    </label>
  );
}
