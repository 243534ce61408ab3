import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { rememberChoice, rememberedChoice } from "@/components/kit/device-choice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const CHOICE = "points.install";
const never = () => () => undefined;

/** Only browsers of iPads and iPhones have the property: false in a tab, true on the home screen. */
const isTabOfIos = () =>
  (navigator as { standalone?: boolean }).standalone === false && rememberedChoice(CHOICE) === undefined;

/** Proposes the home screen before anything is kept: iPads delete what a tab keeps after seven days without a visit. */
export function InstallHint() {
  const t = useTranslations("till.kept");
  const isNeeded = useSyncExternalStore(never, isTabOfIos, () => false);
  const [isClosed, setClosed] = useState(false);
  if (!isNeeded || isClosed) return null;
  const close = () => {
    rememberChoice(CHOICE, "told");
    setClosed(true);
  };
  return (
    <Notice
      kind="info"
      actions={
        <Button size="small" onPress={close}>
          {t("acknowledge")}
        </Button>
      }
    >
      {t("install")}
    </Notice>
  );
}
