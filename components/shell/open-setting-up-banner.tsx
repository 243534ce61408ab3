"use client";

import { Hammer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { rememberChoice, rememberedChoice } from "@/components/kit/device-choice";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Waiting } from "@/lib/areas/adjustments/schemas";

type SettingUp = NonNullable<Waiting["settingUp"]>;

const READ = "points.setup-end-read";
const DAY = { weekday: "long", day: "numeric", month: "long" } as const;
const MOMENT = { ...DAY, hour: "numeric", minute: "2-digit" } as const;

/** One person decides alone until the setting-up ends; after that when and why it ended, until it is read. */
export function OpenSettingUpBanner({ settingUp }: { settingUp: SettingUp }) {
  return settingUp.ended ? <Ended {...settingUp.ended} /> : <GoesOn settingUp={settingUp} />;
}

function GoesOn({ settingUp: { by, until, people, peopleMax, above } }: { settingUp: SettingUp }) {
  const t = useTranslations("shell.settingUp");
  const format = useFormatter();
  const { user } = useMe();
  const at = format.dateTime(new Date(until), MOMENT);
  return (
    <Line>
      {by.id === user.id ? t("mine", { at }) : t("others", { at, name: by.name })} {t("second", { above })}{" "}
      {t("people", { people, max: peopleMax })}
    </Line>
  );
}

function Ended({ at, why }: NonNullable<SettingUp["ended"]>) {
  const t = useTranslations("shell.settingUp");
  const format = useFormatter();
  const [isRead, setRead] = useState(() => rememberedChoice(READ) !== undefined);
  if (isRead) return null;
  return (
    <Line>
      {t("ended", { at: format.dateTime(new Date(at), MOMENT), why })} {t("now")}{" "}
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          rememberChoice(READ, "1");
          setRead(true);
        }}
      >
        {t("read")}
      </Button>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-center text-accent-soft-ink text-sm">
      <Hammer aria-hidden className="size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
