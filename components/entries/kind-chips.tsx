import { useTranslations } from "next-intl";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";

/** The kinds as people choose among them: what comes in pairs is one choice. */
const KIND_GROUPS = {
  reward: [LOG_TYPE.reward],
  redemption: [LOG_TYPE.redemption],
  refund: [LOG_TYPE.refund],
  rewardReturn: [LOG_TYPE.rewardReturn],
  cancellation: [LOG_TYPE.cancellation],
  expiry: [LOG_TYPE.expiry],
  adjustments: [LOG_TYPE.adjustmentUp, LOG_TYPE.adjustmentDown],
  transfers: [LOG_TYPE.transferOut, LOG_TYPE.transferIn],
  hold: [LOG_TYPE.hold],
  release: [LOG_TYPE.release],
} as const satisfies Record<string, readonly LogTypeId[]>;
type KindGroup = keyof typeof KIND_GROUPS;
const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[];

/** Which kinds of entries a list shows, as addresses have them; no group is every kind. */
export function KindChips({
  kinds,
  onChange,
}: {
  kinds: string | undefined;
  onChange: (kinds: string | undefined) => void;
}) {
  const t = useTranslations("entries");
  return (
    <ToggleChips
      label={t("filters.kinds")}
      options={KIND_GROUP_NAMES.map((id) => ({
        id,
        label: id === "adjustments" || id === "transfers" ? t(`filters.${id}`) : t(`kinds.${id}`),
      }))}
      values={groupsOf(kinds)}
      onChange={(groups) =>
        onChange(groups.length === 0 ? undefined : groups.flatMap((name) => KIND_GROUPS[name]).join(","))
      }
      className="w-full"
    />
  );
}

/** The groups whose kinds are all in the address's list, such as "6,7". */
function groupsOf(kinds: string | undefined): KindGroup[] {
  const ids = kinds?.split(",").map(Number) ?? [];
  return KIND_GROUP_NAMES.filter((name) => KIND_GROUPS[name].every((id) => ids.includes(id)));
}
