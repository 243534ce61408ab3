"use client";

import {
  CirclePlay,
  CircleStop,
  EllipsisVertical,
  type LucideIcon,
  PauseCircle,
  Pencil,
  Play,
  Radio,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import type { MenuProps } from "@/components/ui/open-menu";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { DealMove } from "@/lib/portal/acts/deal-states";

const ICONS: Readonly<Record<DealMove, LucideIcon>> = {
  publish: Radio,
  start: Play,
  withdraw: UndoIcon,
  pause: PauseCircle,
  resume: CirclePlay,
  end: CircleStop,
};

/** Acts on a deal, promotion or coupon offer of a list: it is opened, moved to another state, and what its kind has besides. */
export function OfferMenu<Move extends DealMove>({
  name,
  onOpen,
  isOver = false,
  moves,
  onMove,
  more = [],
}: {
  name: string;
  /** Absent where the reader may not open it. */
  onOpen?: (() => void) | undefined;
  /** Over: its page is for reading. */
  isOver?: boolean;
  moves: readonly Move[];
  onMove: (move: Move) => void;
  more?: MenuProps["actions"];
}) {
  const t = useTranslations("offers");
  const label = t("actionsOf", { name });
  const actions: MenuProps["actions"] = [
    ...(onOpen ? [{ id: "edit", label: t(isOver ? "show" : "edit"), icon: Pencil, onAction: onOpen }] : []),
    ...moves.map((id) => ({
      id,
      label: t(`moves.${id as DealMove}`),
      icon: ICONS[id],
      isDangerous: id === "end",
      onAction: () => onMove(id),
    })),
    ...more,
  ];
  if (actions.length === 0) return null;
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton {...props} icon={EllipsisVertical} label={label} />}
      actions={actions}
    />
  );
}
