import { ALL_SETTINGS, type ProgrammeSettingValues } from "@/lib/ledger/core/programme-settings";
import { valuesOfRecord } from "@/lib/ledger/core/setting";
import type { Programme } from "@/lib/platform/database/generated/client";

/** The programme's settings as its operators see them. */
export interface ProgrammeView extends ProgrammeSettingValues {
  version: number;
  updatedAt: Date;
}

export function programmeView(row: Programme): ProgrammeView {
  const { version, updatedAt } = row;
  return { ...valuesOfRecord(ALL_SETTINGS, row), version, updatedAt };
}
