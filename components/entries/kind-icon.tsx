import {
  ArrowRightLeft,
  Ban,
  CalendarX2,
  CircleMinus,
  CirclePlus,
  Gift,
  Hourglass,
  LockOpen,
  type LucideIcon,
  PackageOpen,
  ShoppingBag,
} from "lucide-react";
import { cx } from "@/components/ui/cx";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { LogTypeId } from "@/lib/ledger/rules/types";
import { type EntryKind, kindOf } from "./kinds";

const ICONS: Record<EntryKind, LucideIcon> = {
  redemption: ShoppingBag,
  reward: Gift,
  refund: UndoIcon,
  cancellation: Ban,
  expiry: CalendarX2,
  adjustmentUp: CirclePlus,
  adjustmentDown: CircleMinus,
  transferOut: ArrowRightLeft,
  transferIn: ArrowRightLeft,
  release: LockOpen,
  rewardReturn: PackageOpen,
  hold: Hourglass,
};

/** The sign of a kind of entries. Its word stands beside it. */
export function KindIcon({ logTypeId, className }: { logTypeId: LogTypeId; className?: string }) {
  const Icon = ICONS[kindOf(logTypeId)];
  return <Icon aria-hidden className={cx("shrink-0", className)} />;
}
