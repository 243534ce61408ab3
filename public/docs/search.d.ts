import type { SearchIndex } from "@/lib/docs/library";

interface MarkedText {
  text: string;
  isFound: boolean;
}

interface FoundSection {
  path: string;
  language: string;
  page: string;
  heading: readonly MarkedText[];
  excerpt: readonly MarkedText[];
}

export type PreparedIndex = unknown;
export function prepare(index: SearchIndex): PreparedIndex;
export function find(index: PreparedIndex, typed: string): FoundSection[];
