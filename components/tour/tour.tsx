"use client";

import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { FloatingBox } from "@/components/ui/popover";
import { useLanguage } from "@/components/ui/use-language";
import type { Role } from "@/lib/portal/acts/roles";
import { TextsProvider } from "@/lib/portal/texts-provider";
import ar from "@/messages/ar/tour.json";
import en from "@/messages/en/tour.json";

/** Its texts come with it: nobody else needs them. */
const TEXTS = { en: JSON.stringify({ tour: en }), ar: JSON.stringify({ tour: ar }) };

interface TourProps {
  /** Closed for now, to be offered again. */
  onClose: () => void;
  /** Closed permanently. */
  onCloseForGood: () => void;
}

/** Leads the reader from one thing to the next, and points at the real ones. The page stays in use meanwhile. */
export function Tour(props: TourProps) {
  return (
    <TextsProvider json={TEXTS[useLanguage()]}>
      <Stops {...props} />
    </TextsProvider>
  );
}

function Stops({ onClose, onCloseForGood }: TourProps) {
  const { user } = useMe();
  const stops = TOUR_STOPS[user.role];
  const [place, setPlace] = useState(0);
  const stop = stops[place];
  if (stop === undefined) return null;
  return (
    <Stop
      key={stop.key}
      stop={stop}
      place={place}
      count={stops.length}
      onBack={() => setPlace(place - 1)}
      onNext={() => (place + 1 < stops.length ? setPlace(place + 1) : onCloseForGood())}
      onClose={onClose}
      onCloseForGood={onCloseForGood}
    />
  );
}

interface StopProps extends TourProps {
  stop: TourStop;
  place: number;
  count: number;
  onBack: () => void;
  onNext: () => void;
}

function Stop({ stop, place, count, onBack, onNext, onClose, onCloseForGood }: StopProps) {
  const t = useTranslations("tour");
  const element = useTarget(stop);
  const target = useMemo(
    () => ({ current: element === undefined ? null : (element ?? document.body) }),
    [element],
  );
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  const isShown = element !== undefined;
  useEffect(() => {
    // The keyboard stays in the tour from stop to stop.
    if (isShown) box.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (!isShown) return null;
  const isLast = place + 1 === count;
  return (
    <FloatingBox
      triggerRef={target}
      trigger="Tour"
      isOpen
      isNonModal
      placement="bottom"
      offset={12}
      className="w-96"
    >
      <div
        ref={box}
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
        className="p-4 outline-none"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      >
        <div className="flex items-start gap-2">
          <h2 id={titleId} className="min-w-0 flex-1 font-semibold">
            {t(`stops.${stop.key}.title`)}
          </h2>
          <IconButton icon={X} label={t("close")} className="-me-2 -mt-2" onPress={onClose} />
        </div>
        <p id={textId} className="mt-1 text-ink-soft">
          {t(`stops.${stop.key}.text`)}
        </p>
        <p className="mt-3 text-ink-faint text-sm">{t("place", { place: place + 1, count })}</p>
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          {!isLast && (
            <Button size="small" variant="quiet" className="-ms-3 me-auto" onPress={onCloseForGood}>
              {t("closeForGood")}
            </Button>
          )}
          {place > 0 && (
            <Button size="small" onPress={onBack}>
              {t("previous")}
            </Button>
          )}
          <Button size="small" variant="primary" onPress={onNext}>
            {t(isLast ? "done" : "next")}
          </Button>
        </div>
      </div>
    </FloatingBox>
  );
}

/** How long a page may take to show what is pointed at; after that the stop stands alone. */
const WAIT_MS = 6_000;
/** Marks it for the styles (app/globals.css). */
const MARK = "data-tour-stop";

/**
 * The element of a stop: opens its page, waits until it is there, brings it into view and marks it. Undefined until then; null
 * where there is none.
 */
function useTarget({ path, target }: TourStop): HTMLElement | null | undefined {
  const navigation = useNavigation();
  const pathname = usePathname();
  const isThere = path === undefined || pathname === path;
  const [found, setFound] = useState<{ target: string; element: HTMLElement | null }>();
  useEffect(() => {
    if (!isThere && path !== undefined) navigation.push(path);
  }, [isThere, path, navigation]);
  useEffect(() => {
    if (!isThere) return;
    const look = () => {
      const element = inView(target);
      if (element === undefined) return;
      stop();
      element.scrollIntoView({ block: "center", behavior: "instant" });
      element.setAttribute(MARK, "");
      setFound({ target, element });
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      setFound({ target, element: null });
    }, WAIT_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      stop();
      document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
    };
  }, [isThere, target]);
  return isThere && found?.target === target ? found.element : undefined;
}

function inView(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0,
  );
}

/** Something that the tour points at. */
interface TourStop {
  /** Its texts. */
  key:
    | "box"
    | "today"
    | "shifts"
    | "coupons"
    | "customers"
    | "dealsToday"
    | "reports"
    | "newDeal"
    | "lists"
    | "merchants"
    | "programme"
    | "clients"
    | "account";
  /** The page that it is on; absent where it is on every page. */
  path?: string;
  /** The real element, as a selector: the first that is in view. */
  target: string;
}

const link = (path: string) => `nav a[href="${path}"]`;
const ACCOUNT = { key: "account", target: "header button[aria-haspopup=menu]" } as const satisfies TourStop;
const BOX = { key: "box", path: "/till", target: "[data-first-field]" } as const satisfies TourStop;
const TODAY = { key: "today", path: "/till", target: link("/today") } as const satisfies TourStop;
const SHIFTS = { key: "shifts", path: "/today", target: "main h1" } as const satisfies TourStop;
const COUPONS = { key: "coupons", path: "/manage/coupons", target: "main h1" } as const satisfies TourStop;
const CUSTOMERS = { key: "customers", target: link("/wallets") } as const satisfies TourStop;
const REPORTS = { key: "reports", target: link("/reports") } as const satisfies TourStop;
const LISTS = { key: "lists", path: "/manage/branches", target: "main search" } as const satisfies TourStop;

/** Where the tour stops for each role, in its order. */
const TOUR_STOPS: Readonly<Record<Role, readonly TourStop[]>> = {
  cashier: [BOX, TODAY, SHIFTS, { key: "dealsToday", target: link("/deals") }, ACCOUNT],
  read_only: [REPORTS, ACCOUNT],
  marketing: [
    { key: "newDeal", path: "/manage/deals", target: 'main a[href="/manage/deals/new"]' },
    COUPONS,
    REPORTS,
    ACCOUNT,
  ],
  finance: [REPORTS, ACCOUNT],
  supervisor: [BOX, TODAY, SHIFTS, CUSTOMERS, REPORTS, ACCOUNT],
  merchant_admin: [
    CUSTOMERS,
    REPORTS,
    { key: "newDeal", path: "/manage/deals", target: 'main a[href="/manage/deals/new"]' },
    COUPONS,
    LISTS,
    ACCOUNT,
  ],
  programme_operator: [
    { key: "merchants", path: "/manage/merchants", target: "main search" },
    { key: "programme", path: "/manage/programme", target: "main h1" },
    { key: "clients", path: "/manage/clients", target: "main search" },
    CUSTOMERS,
    REPORTS,
    ACCOUNT,
  ],
};
