"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Folded } from "@/components/ui/folded";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Programme } from "@/lib/areas/programme/desk-schemas";
import { ADVANCED, GROUPS, namesIn, useSettingWords } from "./setting-words";

const RulesForm = lazyPart(async () => (await import("./rules-form")).RulesForm);

/** The programme's rules as they stand. */
export function RulesCard({ programme }: { programme: Programme }) {
  const t = useTranslations("programme");
  const words = useSettingWords();
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("rules")}
      description={t("rulesLead")}
      actions={
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          {t("changeRules")}
        </Button>
      }
    >
      <div className="gap-x-10 lg:columns-2">
        {GROUPS.map((group) => (
          <div key={group} className="mb-4 break-inside-avoid">
            <Folded label={t(`group.${group}`)} isOpen={!ADVANCED.has(group)}>
              <dl className="grid gap-2">
                {namesIn(group)
                  .map((name) => [name, words.value(name, programme)] as const)
                  .filter(([, value]) => value !== "")
                  .map(([name, value]) => (
                    <div
                      key={name}
                      className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2"
                    >
                      <dt className="text-ink-soft">{words.label(name)}</dt>
                      <dd>
                        <bdi>{value}</bdi>
                      </dd>
                    </div>
                  ))}
              </dl>
            </Folded>
          </div>
        ))}
      </div>
      {isEditing && <RulesForm programme={programme} onClose={() => setEditing(false)} />}
    </Card>
  );
}
