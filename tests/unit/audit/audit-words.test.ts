import { expect, test } from "vitest";
import { LANGUAGES } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { AUDIT_SUBJECTS } from "@/lib/portal/acts/audit-log";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import { OWN_ACTIONS } from "@/lib/portal/session/own-account";

/** Rights that are no acts of their own. */
const NO_ACT = /\.(?:read|expose_nid|unlimited_rate|own_limits)$/;
/** Done by programs of the command line, which no right is asked for. */
const OF_PROGRAMS = ["programme.back_up"];
const acts = [
  ...Object.keys(PERMISSIONS).filter((action) => !NO_ACT.test(action)),
  ...OWN_ACTIONS,
  ...OF_PROGRAMS,
];

test.each(LANGUAGES)("every act and every kind of subject has its word in %s", async (language) => {
  const { verbs, subjects } = (await loadMessages(language)).audit;
  const isWordless = (action: string) =>
    !(action.replace(".", "_") in verbs) && !((action.split(".").at(-1) ?? "") in verbs);
  expect(acts.filter(isWordless)).toEqual([]);
  expect(acts.filter((action) => !((action.split(".")[0] ?? "") in subjects))).toEqual([]);
  expect(AUDIT_SUBJECTS.filter((subject) => !(subject in subjects))).toEqual([]);
});

test.each(LANGUAGES)("every right has its word as what a person may do, in %s", async (language) => {
  const { rights } = (await loadMessages(language)).audit;
  const verbs = Object.keys(PERMISSIONS).flatMap((action) =>
    /\.read$/.test(action) ? [] : [action.split(".")[1]],
  );
  expect([...new Set(verbs)].filter((verb) => !((verb ?? "") in rights))).toEqual([]);
});

test.each(LANGUAGES)(
  "words that a kind has of its own are those of acts and fields that there are, in %s",
  async (language) => {
    const { verbs, fields } = (await loadMessages(language)).audit;
    const ownWords = Object.keys(verbs).filter((name) =>
      AUDIT_SUBJECTS.some((kind) => name.startsWith(`${kind}_`)),
    );
    expect(ownWords.length).toBeGreaterThan(0);
    expect(ownWords.filter((name) => !acts.some((action) => action.replace(".", "_") === name))).toEqual([]);
    expect(Object.keys(fields).filter((name) => name.includes("_") && !/_isActive$/.test(name))).toEqual([]);
  },
);
