"use client";

import { CirclePlay, PauseCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ManyAct } from "@/components/kit/many-acts";
import { sendMany } from "@/components/kit/send-many";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { ListedDeal, MANY_MOVES } from "@/lib/areas/deals/desk-schemas";

export type ManyMove = (typeof MANY_MOVES)[number];

const BACK = { pause: "resume", resume: "pause" } as const satisfies Record<ManyMove, ManyMove>;
const ICONS = { pause: PauseCircle, resume: CirclePlay } as const;

export const sendMove = (move: ManyMove) => sendMany(api.moveMany.path, { move });
/** The move that takes one back; undefined for what is not taken back like that. */
export const moveBack = (move: string): ManyMove | undefined =>
  move === "pause" || move === "resume" ? BACK[move] : undefined;

/** Moves of many deals at once. */
export function useManyMoves(): readonly ManyAct<ListedDeal>[] {
  const t = useTranslations("deals.desk");
  const tMoves = useTranslations("offers.moves");
  const act = (move: ManyMove): ManyAct<ListedDeal> => ({
    id: move,
    label: tMoves(move),
    icon: ICONS[move],
    title: (count) => t(`many.${move}Title`, { count }),
    text: t(`many.${move}Text`),
    obstacle: ({ moves, state }) => (moves.includes(move) ? null : t(`many.not.${state}`)),
    send: sendMove(move),
    done: (count) => t(`many.${move}Done`, { count }),
    undo: { send: sendMove(BACK[move]), done: (count) => t(`many.${BACK[move]}Done`, { count }) },
  });
  return [act("pause"), act("resume")];
}
