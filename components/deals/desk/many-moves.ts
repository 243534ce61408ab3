"use client";

import { CirclePlay, CircleStop, PauseCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ManyAct } from "@/components/kit/many-acts";
import { sendMany } from "@/components/kit/send-many";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { type ListedDeal, MANY_MOVES } from "@/lib/areas/deals/desk-schemas";

export type ManyMove = (typeof MANY_MOVES)[number];

/** The move that takes one back; an end is for ever. */
const BACK: Readonly<Record<ManyMove, "pause" | "resume" | null>> = {
  pause: "resume",
  resume: "pause",
  end: null,
};
const ICONS = { pause: PauseCircle, resume: CirclePlay, end: CircleStop } as const;

export const sendMove = (move: ManyMove) => sendMany(api.moveMany.path, { move });
/** The move that takes one back; null for what is not taken back like that. */
export const moveBack = (move: string) => (move in BACK ? BACK[move as ManyMove] : null);

/** Moves of many deals at once. */
export function useManyMoves(): readonly ManyAct<ListedDeal>[] {
  const t = useTranslations("deals.desk");
  const tMoves = useTranslations("offers.moves");
  const undoOf = (back: "pause" | "resume" | null) =>
    back && { undo: { send: sendMove(back), done: (count: number) => t(`many.${back}Done`, { count }) } };
  const act = (move: ManyMove): ManyAct<ListedDeal> => ({
    ...{ id: move, isDangerous: move === "end" },
    label: tMoves(move),
    icon: ICONS[move],
    title: (count) => t(`many.${move}Title`, { count }),
    text: t(`many.${move}Text`),
    obstacle: ({ moves, state }) => (moves.includes(move) ? null : t(`many.not.${state}`)),
    send: sendMove(move),
    done: (count) => t(`many.${move}Done`, { count }),
    ...undoOf(BACK[move]),
  });
  return MANY_MOVES.map(act);
}
