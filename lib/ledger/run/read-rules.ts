import type { QueryConfig } from "pg";
import { ALL_SETTINGS } from "@/lib/ledger/rules/programme-settings";
import type { Rules } from "@/lib/ledger/rules/reading";
import { type SegmentVersionRow, segmentVersionJson, segmentVersionOf } from "@/lib/ledger/rules/rows";
import { valuesOfRow } from "@/lib/ledger/rules/setting";
import { REWARDING, type TemplateRow, templateOf } from "@/lib/ledger/with/coupons/store";
import { type PromotionRow, promotionsOf } from "@/lib/ledger/with/promotions/store";
import { setProgrammeCurrency } from "@/lib/platform/currency";

/**
 * Which versions of the rows the rules are made of are in force: where a row is, and which transaction wrote it. Every write to one of
 * these rows changes the mark.
 */
export const RULES_MARK = `
       (SELECT p.xmin::text || p.ctid::text FROM programme p WHERE p.id = 1)
       || (SELECT coalesce(string_agg(s.xmin::text || s.ctid::text, ' ' ORDER BY s.id), '') FROM segment_version s WHERE s.is_current) AS mark`;

const READ_RULES = `
SELECT ${RULES_MARK}, (SELECT to_jsonb(p) FROM programme p WHERE p.id = 1) AS programme,
       (SELECT json_agg(${segmentVersionJson("s")} ORDER BY s.value) FROM segment_version s WHERE s.is_current) AS segments, ${REWARDING} AS rewarding,
       (SELECT json_object_agg(m.id, m.ripening_days) FROM merchant m WHERE m.ripening_days IS NOT NULL) AS ripening_days`;

export const readRules: QueryConfig = { name: "read_rules", text: READ_RULES };

export interface RulesRow {
  mark: string | null;
  programme: Readonly<Record<string, unknown>> | null;
  segments: SegmentVersionRow[] | null;
  /** Of merchants that have days of their own, by their ids. */
  ripening_days: Record<string, number> | null;
  rewarding: TemplateRow[];
}

/** @throws Error when the programme is not set up */
export function rulesOf(
  { mark, programme, segments, ripening_days: byMerchant, rewarding }: RulesRow,
  promotions: readonly PromotionRow[],
): Rules {
  if (programme === null) throw new Error("The programme is not set up: the table programme is empty");
  const settings = valuesOfRow(ALL_SETTINGS, programme);
  setProgrammeCurrency(settings.currency);
  const versions = (segments ?? []).map(segmentVersionOf);
  return {
    mark,
    segments: versions,
    promotions: { all: promotionsOf(promotions), stack: settings.promotionsStack },
    rewarding: rewarding.map(templateOf),
    bySegment: new Map(versions.map((version) => [version.segmentId, version])),
    programme: {
      ...settings,
      ripeningDaysByMerchant: new Map(
        Object.entries(byMerchant ?? {}).map(([merchantId, days]) => [Number(merchantId), days]),
      ),
    },
  };
}
