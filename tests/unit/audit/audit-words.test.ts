import { expect, test } from "vitest";
import { OWN_ACTIONS } from "@/lib/areas/account/own-account";
import { AUDIT_SUBJECTS } from "@/lib/areas/audit/audit-log";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { LANGUAGES } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";

/** Rights that are no acts of their own. */
const NO_ACT = /\.(?:read|expose_nid|unlimited_rate)$/;
const acts = [...Object.keys(PERMISSIONS).filter((action) => !NO_ACT.test(action)), ...OWN_ACTIONS];

test.each(LANGUAGES)("every act and every kind of subject has its word in %s", async (language) => {
  const { verbs, subjects } = (await loadMessages(language)).audit;
  expect(acts.filter((action) => !((action.split(".").at(-1) ?? "") in verbs))).toEqual([]);
  expect(acts.filter((action) => !((action.split(".")[0] ?? "") in subjects))).toEqual([]);
  expect(AUDIT_SUBJECTS.filter((subject) => !(subject in subjects))).toEqual([]);
});
