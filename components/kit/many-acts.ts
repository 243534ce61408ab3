import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Many, ManyAnswer } from "@/lib/portal/wire/many";

/** Act on many rows of a list at once. */
export type ManyAct<Row> = SentAct<Row> | OpenedAct<Row>;

/** An act that each row does by itself. */
export interface SentAct<Row> extends AskedAct {
  /** Why it cannot be done to a row, as far as the page knows; null when it can. */
  obstacle: (row: Row) => string | null;
}

/** An act with a dialog of its own, which asks for more than a confirmation. */
export interface OpenedAct<Row> extends Pick<AskedAct, "id" | "label" | "icon"> {
  open: (rows: readonly Row[]) => void;
}

/** The same, when the rows are known. */
export interface AskedAct {
  id: string;
  label: string;
  icon: LucideIcon;
  isDangerous?: boolean;
  /** Asks before it is done to so many. */
  title: (count: number) => string;
  /** Its name. */
  text: string;
  /** Facts about the rows to which it would be done, beside the text. */
  facts?: (ids: readonly number[]) => ReactNode;
  send: (request: Many) => Promise<ManyAnswer>;
  /** Says that it was done to so many. */
  done: (count: number) => string;
  /** How it is taken back, where it can be. */
  undo?: { send: (request: Many) => Promise<ManyAnswer>; done: (count: number) => string };
}

/** A chosen row as it was when the act was asked for. */
export interface AskedRow {
  id: number;
  version: number | undefined;
  name: string;
  obstacle: string | null;
}
