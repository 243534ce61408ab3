import type { FoundKind } from "@/lib/areas/commands/schemas";
import { FOUND_KINDS } from "@/lib/areas/commands/words";
import { ALL_COMMANDS, type CommandId } from "@/lib/portal/commands";

/** A recent destination or act, by kind and number: names are read anew when they are shown. */
export type Recent =
  | { kind: "command"; id: CommandId }
  | { kind: FoundKind; id: number }
  /** With the end of its code, as it is printed where customers are not to be known by it. */
  | { kind: "wallet"; id: number; code: string };

const SHOWN_MAX = 5;
const keyOf = (userId: number) => `points.recent.${userId}`;

/** The person's last destinations and acts on this device, the last first. Nothing where the device keeps nothing. */
export function readRecent(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, SHOWN_MAX) : [];
  } catch {
    return [];
  }
}

/** Puts it before the others. */
export function rememberRecent(userId: number, recent: Recent): void {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== recent.kind || id !== recent.id);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, SHOWN_MAX)));
  } catch {
    // A device that keeps nothing shows nothing recent.
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("id" in value)) return false;
  const { kind, id } = value;
  if (kind === "command") return ALL_COMMANDS.some((command) => command.id === id);
  if (!Number.isInteger(id)) return false;
  if (kind === "wallet") return "code" in value && typeof value.code === "string";
  return FOUND_KINDS.some((known) => known === kind);
}
