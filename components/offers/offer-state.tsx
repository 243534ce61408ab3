"use client";

import {
  CalendarClock,
  CircleCheck,
  CircleStop,
  type LucideIcon,
  PauseCircle,
  PencilLine,
  StoreIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/badge";
import type { DealState } from "@/lib/portal/acts/deal-states";

const LOOKS: Readonly<Record<DealState, { tone: Tone; icon: LucideIcon }>> = {
  draft: { tone: "neutral", icon: PencilLine },
  scheduled: { tone: "accent", icon: CalendarClock },
  live: { tone: "success", icon: CircleCheck },
  paused: { tone: "warning", icon: PauseCircle },
  stopped: { tone: "danger", icon: StoreIcon },
  ended: { tone: "neutral", icon: CircleStop },
};

/** A deal's, promotion's or coupon offer's state, by icon and word. */
export function OfferState({ state }: { state: DealState }) {
  const t = useTranslations("offers.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}
