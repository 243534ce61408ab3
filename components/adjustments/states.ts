import { CircleCheck, CircleSlash, Hourglass, type LucideIcon, TimerOff, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { Adjustment } from "@/lib/areas/adjustments/schemas";

/** How a request stands, at a glance. */
export const STATES: Record<Adjustment["state"], { tone: Tone; icon: LucideIcon }> = {
  requested: { tone: "warning", icon: Hourglass },
  approved: { tone: "success", icon: CircleCheck },
  refused: { tone: "danger", icon: CircleSlash },
  withdrawn: { tone: "neutral", icon: UndoIcon },
  failed: { tone: "danger", icon: TriangleAlert },
  expired: { tone: "neutral", icon: TimerOff },
};
