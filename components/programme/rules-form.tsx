"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { Folded } from "@/components/ui/folded";
import { programme as api } from "@/lib/areas/programme/contract";
import type { Programme } from "@/lib/areas/programme/desk-schemas";
import { SETTINGS, type SettingName } from "@/lib/ledger/core/programme-settings";
import { counts, namesOf } from "@/lib/ledger/core/setting";
import { ChangeList, changesBetween } from "./change-list";
import { SettingField } from "./setting-field";
import { ADVANCED, GROUPS, namesIn, type RuleFields, settingOf, useSettingWords } from "./setting-words";

const NAMES = namesOf(SETTINGS);
/** A setting and the one that it counts beside are sent and merged together. */
const COMPANIONS = NAMES.flatMap((name): [SettingName, SettingName][] => {
  const [other] = settingOf(name).onlyWith ?? [];
  return other === undefined ? [] : [[other as SettingName, name]];
});

const fieldsOf = ({ version, updatedAt, ...rules }: Programme): RuleFields => rules;

/** Changes the programme's settings; the effect is shown in words before it is saved. */
export function RulesForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const t = useTranslations("programme");
  const words = useSettingWords();
  const change = useRequest(api.change);
  const editor = useEditor({
    record: programme,
    fieldsOf,
    bodyOf: (shown) =>
      Object.fromEntries(NAMES.map((name) => [name, counts(settingOf(name), shown) ? shown[name] : null])),
    groups: COMPANIONS,
    change: {
      ...change,
      read: async () => (await send(api.desk)).programme,
    },
    said: t("rulesSaved"),
    onSaved: onClose,
  });
  const describe = (fields: RuleFields) =>
    Object.fromEntries(NAMES.map((name) => [words.label(name), words.value(name, fields)]));
  return (
    <EditorDrawer
      title={t("changeRules")}
      submitLabel={t("review")}
      editor={editor}
      describe={(name, shown) => {
        const companions = COMPANIONS.filter(([other]) => other === name).map(([, companion]) => companion);
        const values = [name, ...companions].map((one) => words.value(one as SettingName, shown));
        return { label: words.label(name), value: values.filter(Boolean).join(" · ") };
      }}
      review={{
        title: t("reviewTitle"),
        confirmLabel: t("apply"),
        children: (
          <>
            <p>{t("fromNowOn")}</p>
            <ChangeList changes={changesBetween(describe(editor.base), describe(editor.fields))} />
          </>
        ),
      }}
      onClose={onClose}
    >
      {GROUPS.map((group) => (
        <Folded key={group} label={t(`group.${group}`)} isOpen={!ADVANCED.has(group)}>
          {namesIn(group).map((name) => (
            <SettingField key={name} name={name} editor={editor} />
          ))}
        </Folded>
      ))}
    </EditorDrawer>
  );
}
