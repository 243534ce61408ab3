"use client";

import { Store, UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { loadAnswerReader } from "@/components/kit/fetch";
import { doWhenCalm, doWhenIdle } from "@/components/kit/idle";
import { useConnection } from "@/components/kit/use-connection";
import { useMe } from "@/components/kit/use-me";
import { MenuRow } from "@/components/shell/menu-row";
import { useShortcut } from "@/components/shell/shortcuts";
import { useOwnShift } from "@/components/shifts/use-own-shift";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { loadTillContract } from "@/components/wallet/queries";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { newcomerOf, useProblemText } from "./box-problem";
import { askNewPin, mayHaveDisplay, subscribeToDisplay } from "./display";
import type { NewCustomer } from "./new-customer";
import { hasOwnKeys } from "./own-keys";
import { recentCustomers } from "./recent-customers";
import { ShortcutHint } from "./shortcut-hint";
import { BADGE_FIELD, INVOICE_FIELD } from "./till-fields";
import { isWaiting } from "./till-state";
import { useBackCloses } from "./use-back-closes";
import { useKeptSales } from "./use-kept-sales";
import { useOffers } from "./use-offers";
import { useScanner } from "./use-scanner";
import { loadTillOperations, type Till as TillHandle, useTill } from "./use-till";
import { WalletBox } from "./wallet-box";

const load = {
  stage: () => import("./wallet-stage"),
  candidates: () => import("./candidates"),
  offline: () => import("./offline-reward"),
  queued: () => import("./queued-panel"),
  camera: () => import("./camera-dialog"),
  enrol: () => import("./enrol-dialog"),
  sheet: () => import("./reverse-sheet"),
  display: () => import("./display-link"),
};
const STAGE = { whileLoading: <div className="h-96" /> };
const ReadyCard = lazyPart(async () => (await import("./ready-card")).ReadyCard, STAGE);
const WalletStage = lazyPart(async () => (await load.stage()).WalletStage, STAGE);
const Candidates = lazyPart(async () => (await load.candidates()).Candidates, STAGE);
const OfflineReward = lazyPart(async () => (await load.offline()).OfflineReward, STAGE);
const QueuedPanel = lazyPart(async () => (await load.queued()).QueuedPanel, STAGE);
const CameraDialog = lazyPart(async () => (await load.camera()).CameraDialog);
const ShiftGate = lazyPart(async () => (await import("@/components/shifts/shift-bar")).ShiftGate, STAGE);
const InstallHint = lazyPart(async () => (await import("./install-hint")).InstallHint);
const TillFoot = lazyPart(async () => (await import("./till-foot")).TillFoot);
const LeftSales = lazyPart(async () => (await import("./left-sales")).LeftSales);
const EnrolDialog = lazyPart(async () => (await load.enrol()).EnrolDialog);
const ReverseSheet = lazyPart(async () => (await load.sheet()).ReverseSheet);

/** The page of the cashier. Without a branch there is nobody in whose name points could be given. */
export function TillPage() {
  const t = useTranslations();
  const { user, branches, activeBranchId } = useMe();
  const branch = branches.find(({ id, isActive }) => id === activeBranchId && isActive);
  return (
    <>
      <h1 className="sr-only">{t("pages.till")}</h1>
      <MenuRow menu="till" />
      {branch ? (
        <ShiftFirst branch={branch}>
          <Till branch={branch} />
        </ShiftFirst>
      ) : (
        <EmptyState icon={<Store />} title={t("till.branch.noneTitle")}>
          {t("till.branch.noneText", { role: user.role })}
        </EmptyState>
      )}
    </>
  );
}

/** Where the programme asks for a shift, there is no till without one at its branch. */
function ShiftFirst({ branch, children }: { branch: PortalBranch; children: ReactNode }) {
  const isRequired = useMe().shifts === "required";
  const { data, isError } = useOwnShift({ enabled: isRequired });
  // An unreadable shift keeps nobody from serving customers.
  if (!isRequired || isError || data?.shift?.branchId === branch.id) return children;
  return data === undefined ? <Skeleton className="h-96 w-full" /> : <ShiftGate branch={branch} />;
}

function Till({ branch }: { branch: PortalBranch }) {
  const t = useTranslations("till");
  const till = useTill();
  const { state, send } = till;
  const { stage } = state;
  const box = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const { mayEnrol } = useMe();
  /** The camera, or the customer whose wallet is being opened. */
  const [over, setOver] = useState<"camera" | NewCustomer | null>(null);
  const ways = { onCamera: () => setOver("camera"), onEnrol: mayEnrol ? setOver : undefined };
  const next = () => {
    send({ type: "next" });
    returnTo(box.current);
  };
  const scan = (code: string) => send({ type: "scanned", code });
  useShortcut({ keys: ["Escape"], label: t("keys.next"), onUse: next, isForTyping: true });
  useScanner(scan, {
    keptBy: [INVOICE_FIELD, ENTRY_SEARCH_FIELD, BADGE_FIELD],
    onOffer: (code, isBesideBill) => send({ type: isBesideBill ? "nextAsked" : "codeTyped", code }),
  });
  useOffers(state, (offer) => send({ type: "scanned", ...offer }));
  useKeptDisplay(branch.id, () => send({ type: "pinGivenOnDisplay" }));
  useBackCloses(state.sheet !== null || over !== null, () => {
    setOver(null);
    send({ type: "sheetClosed" });
  });
  useKeptSales(till, branch.id);
  useEffect(prepareStages, []);
  useReconnection(stage.name === "offline" ? stage.code : null, scan);
  const isForNext = isWaiting(state);
  useFocusInTurn(isForNext, branch.id, { box, amount });
  return (
    <div data-till={isForNext ? "ready" : "serving"} className="grid gap-6 short:gap-4">
      <Box {...{ till, box, ...ways }} newcomer={newcomerOf(state.box)} />
      <Stage {...{ till, branch, ...ways }} amountField={amount} onNext={next} />
      {isForNext && <InstallHint />}
      {isForNext && <TillFoot branch={branch} isAside={stage.name !== "ready"} />}
      {state.serving.phase === "open" && <ReverseKey onUse={() => send({ type: "sheetOpened" })} />}
      {state.sheet !== null && <ReverseSheet sheet={state.sheet} send={send} onNext={next} />}
      {over === "camera" && (
        <CameraDialog
          onScan={(text) => {
            setOver(null);
            scan(text);
          }}
          onClose={() => setOver(null)}
        />
      )}
      {over !== null && over !== "camera" && (
        <EnrolDialog
          branchId={branch.id}
          customer={over}
          onDone={(walletId) => {
            setOver(null);
            send({ type: "picked", walletId });
          }}
          onClose={() => setOver(null)}
        />
      )}
    </div>
  );
}

/** At the start, after every operation and after every change of branch the box waits for the next customer. */
function useFocusInTurn(
  isForNext: boolean,
  branchId: number,
  { box, amount }: Readonly<Record<"box" | "amount", RefObject<HTMLInputElement | null>>>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the branch is what it follows.
  useEffect(() => {
    if (isForNext) {
      askNewPin(null);
      focusByKeyboard(box.current);
    } else amount.current?.focus();
  }, [isForNext, branchId]);

  useEffect(() => {
    document.documentElement.toggleAttribute("data-sale", !isForNext);
    return () => document.documentElement.removeAttribute("data-sale");
  }, [isForNext]);
}

interface Ways {
  onCamera: () => void;
  /** Absent for those who open no wallets. */
  onEnrol: ((customer: NewCustomer) => void) | undefined;
}

interface BoxProps extends Ways {
  till: TillHandle;
  box: RefObject<HTMLInputElement | null>;
  newcomer: NewCustomer | null;
}

/** The box, the coupon that waits for its customer, and the way to a wallet for whom the box did not find. */
function Box({ till, box, newcomer, onCamera, onEnrol }: BoxProps) {
  const { state, send } = till;
  const t = useTranslations("till.box");
  const problemText = useProblemText();
  const { text, problem } = state.box;
  return (
    <>
      <WalletBox
        text={text}
        onText={(text) => send({ type: "typed", text })}
        // Enter on the answer that nobody was found goes on to what is offered.
        onFind={(atMs) =>
          newcomer !== null && onEnrol ? onEnrol(newcomer) : send({ type: "submitted", atMs })
        }
        onCamera={onCamera}
        problem={problemText(problem, text.trim())}
        isPending={state.lookup !== null}
        inputRef={box}
      />
      {state.coupon !== null && (
        <Notice kind="info" isAnnounced>
          {t("coupon", { number: printedCouponNumber(state.coupon) })}
        </Notice>
      )}
      {till.state.left.length > 0 && <LeftSales till={till} />}
      {newcomer !== null && <EnrolLine onEnrol={onEnrol && (() => onEnrol(newcomer))} />}
    </>
  );
}

/** The way to a wallet for a customer whom nobody knows. */
function EnrolLine({ onEnrol }: { onEnrol: (() => void) | undefined }) {
  const t = useTranslations("till.enrol");
  if (onEnrol === undefined) return <p className="text-ink-soft">{t("elsewhere")}</p>;
  return (
    <Button icon={UserPlus} className="justify-self-start" onPress={onEnrol}>
      {t("title")} <ShortcutHint>Enter</ShortcutHint>
    </Button>
  );
}

interface StageProps extends Ways {
  till: TillHandle;
  branch: PortalBranch;
  amountField: RefObject<HTMLInputElement | null>;
  onNext: () => void;
}

function Stage({ till, branch, amountField, onNext, onCamera, onEnrol }: StageProps) {
  const { user } = useMe();
  const { state, send } = till;
  const { stage } = state;
  const pick = (walletId: number) => send({ type: "picked", walletId });
  switch (stage.name) {
    case "ready":
      return <ReadyCard recent={recentCustomers(user.id)} onPick={pick} onCamera={onCamera} />;
    case "candidates":
      return (
        <Candidates
          list={stage}
          onPick={({ walletId, entry }, keyAtMs) =>
            send({
              ...{ type: "picked", walletId },
              ...(entry !== null && { entryId: entry.id }),
              ...(keyAtMs !== undefined && { keyAtMs }),
            })
          }
          onNew={onEnrol}
        />
      );
    case "wallet":
      return (
        <WalletStage
          key={state.customer}
          walletId={stage.walletId}
          scannedCoupon={stage.coupon}
          couponScan={stage.couponScan}
          onOpen={pick}
          {...{ till, branch, amountField, onNext }}
        />
      );
    case "offline":
      return <OfflineReward key={state.customer} code={stage.code} {...{ till, branch, amountField }} />;
    case "queued":
      return <QueuedPanel {...stage} onNext={onNext} />;
    default:
      return stage satisfies never;
  }
}

/** Once something is done the same key voids it: see SuccessPanel. */
function ReverseKey({ onUse }: { onUse: () => void }) {
  const t = useTranslations("till.keys");
  useShortcut({ keys: ["F8"], label: t("reverse"), onUse, isForTyping: true });
  return null;
}

/** The box, in view, for the next customer. */
function returnTo(field: HTMLInputElement | null): void {
  window.scrollTo({ top: 0, behavior: "instant" });
  focusByKeyboard(field);
}

/** Where there is a keyboard on the screen it would cover half of it. */
function focusByKeyboard(field: HTMLInputElement | null): void {
  if (hasOwnKeys() || !window.matchMedia("(pointer: coarse)").matches) field?.focus();
}

/** Fetches the rest of the page when there is nothing better to do, so that it is there when a customer is. */
function prepareStages(): void {
  const serving = async () => doWhenIdle((await load.stage()).SERVING_PARTS);
  void doWhenCalm([
    loadAnswerReader,
    loadTillContract,
    load.stage,
    load.candidates,
    load.offline,
    load.queued,
    loadTillOperations,
    serving,
    load.sheet,
  ]);
}

/** Looks a code up that could not be, once the connection is back. */
function useReconnection(code: string | null, find: (code: string) => void): void {
  const isConnected = useConnection();
  const look = useEffectEvent(find);
  useEffect(() => {
    if (isConnected && code !== null) look(code);
  }, [isConnected, code]);
}

/** Keeps the display of the till, if it has one, while the calling page is open. `onPin`: the customer has typed the PIN. */
function useKeptDisplay(branchId: number, onPin: () => void): void {
  const isKept = useSyncExternalStore(subscribeToDisplay, mayHaveDisplay, () => false);
  const pinGiven = useEffectEvent(onPin);
  useEffect(() => {
    if (!isKept) return;
    const left = new AbortController();
    void load.display().then(
      ({ keepDisplay }) => keepDisplay(branchId, { signal: left.signal, onPin: () => pinGiven() }),
      () => undefined,
    );
    return () => left.abort();
  }, [isKept, branchId]);
}
