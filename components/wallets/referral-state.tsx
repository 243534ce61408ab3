import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/components/ui/badge";
import type { ShownReferralState } from "@/lib/areas/referrals/schemas";

const TONES: Record<ShownReferralState, Tone> = {
  open: "accent",
  paid: "success",
  over_limit: "neutral",
  unpaid: "neutral",
  taken_back: "warning",
};

/** State of a referral, in a word. */
export function ReferralState({ state }: { state: ShownReferralState }) {
  const t = useTranslations("wallets.page.referrals.state");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
