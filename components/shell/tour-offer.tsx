"use client";

import { Signpost } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useSavedPreferences } from "./use-saved-preferences";

const Tour = lazyPart(async () => (await import("@/components/tour/tour")).Tour);

/**
 * Offers the guided tour of the demo data, on top of the first page, to whoever has not closed it for good. The first press or key
 * elsewhere takes the offer away until the portal is loaded again.
 */
export function TourOffer() {
  const t = useTranslations("shell.tour");
  const { hasTour } = useMe();
  const { save } = useSavedPreferences();
  const [shown, setShown] = useState<"offer" | "tour" | "nothing">("offer");
  const offer = useRef<HTMLElement>(null);
  const isOffered = hasTour && shown === "offer";
  useEffect(() => {
    if (!isOffered) return;
    const leave = ({ target }: Event) => {
      const isInside = target instanceof Node && offer.current?.contains(target);
      if (!isInside && offer.current !== null) setShown("nothing");
    };
    // After the press: what is pressed does not move away from under it.
    document.addEventListener("click", leave);
    document.addEventListener("input", leave);
    return () => {
      document.removeEventListener("click", leave);
      document.removeEventListener("input", leave);
    };
  }, [isOffered]);
  if (!hasTour || shown === "nothing") return null;
  const close = () => {
    setShown("nothing");
    // The focused button goes; the page has the keyboard then, at the till the one box.
    const field = document.querySelector<HTMLElement>("[data-first-field] input");
    (field ?? document.getElementById("content"))?.focus({ preventScroll: true });
  };
  const closeForGood = () => {
    close();
    save({ isTourClosed: true });
  };
  if (shown === "tour") return <Tour onClose={close} onCloseForGood={closeForGood} />;
  return (
    <section
      ref={offer}
      aria-label={t("title")}
      // With a customer at the counter nothing else asks for attention.
      className="[[data-sale]_&]:hidden mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-surface px-4 py-2 text-sm print:hidden"
    >
      <Signpost aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
      <p className="me-auto">{t("offer")}</p>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onPress={() => setShown("tour")}>
          {t("start")}
        </Button>
        <Button size="small" variant="quiet" onPress={close}>
          {t("later")}
        </Button>
        <Button size="small" variant="quiet" onPress={closeForGood}>
          {t("never")}
        </Button>
      </span>
    </section>
  );
}
