"use client";

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useMe } from "@/components/account/queries";
import { loadAnswerReader } from "@/components/kit/fetch";
import { doWhenCalm, doWhenIdle } from "@/components/kit/idle";
import { useConnection } from "@/components/kit/use-connection";
import { useErrorText } from "@/components/kit/use-language";
import { useShortcut } from "@/components/shell/shortcuts";
import { EmptyState } from "@/components/ui/states";
import { loadTillContract } from "@/components/wallets/queries";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { ReadyCard } from "./ready-card";
import { recentCustomers } from "./recent-customers";
import { INVOICE_FIELD } from "./till-fields";
import { subscribeToTillOffers, takeTillOffer } from "./till-offer";
import { useScanner } from "./use-scanner";
import { useTill } from "./use-till";
import { WalletBox } from "./wallet-box";

const load = {
  stage: () => import("./wallet-stage"),
  candidates: () => import("./candidates"),
  offline: () => import("./offline-reward"),
  queued: () => import("./queued-panel"),
  camera: () => import("./camera-dialog"),
};
const WalletStage = lazy(async () => ({ default: (await load.stage()).WalletStage }));
const Candidates = lazy(async () => ({ default: (await load.candidates()).Candidates }));
const OfflineReward = lazy(async () => ({ default: (await load.offline()).OfflineReward }));
const QueuedPanel = lazy(async () => ({ default: (await load.queued()).QueuedPanel }));
const CameraDialog = lazy(async () => ({ default: (await load.camera()).CameraDialog }));

/** The page of the cashier. Without a branch there is nobody in whose name points could be given. */
export function TillPage() {
  const t = useTranslations();
  const { branches, activeBranchId } = useMe();
  const branch = branches.find(({ id, isActive }) => id === activeBranchId && isActive);
  return (
    <>
      <h1 className="sr-only">{t("pages.till")}</h1>
      {branch ? (
        <Till branch={branch} />
      ) : (
        <EmptyState icon={<Store />} title={t("till.branch.noneTitle")}>
          {t("till.branch.noneText")}
        </EmptyState>
      )}
    </>
  );
}

function Till({ branch }: { branch: PortalBranch }) {
  const t = useTranslations("till");
  const { textOf } = useErrorText();
  const till = useTill();
  const box = useRef<HTMLInputElement>(null);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const { stage, error } = till;

  const next = () => {
    till.next();
    focusByKeyboard(box.current);
  };
  useShortcut({ keys: ["Escape"], label: t("keys.next"), onUse: next, isForTyping: true });
  useScanner((text) => till.find(text), { keptBy: INVOICE_FIELD });
  useOffers((code, draft) => {
    if (draft !== undefined) till.onDraft(draft);
    till.find(code);
  });
  useEffect(prepareStages, []);
  useReconnection(stage.name === "offline" ? stage.code : null, till.find);
  // At the start, after every operation and after every change of branch the box waits for the next customer.
  const isWaiting = till.isFinished || stage.name === "ready";
  const branchId = branch.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the branch is what it follows.
  useEffect(() => {
    if (isWaiting) focusByKeyboard(box.current);
    else document.querySelector<HTMLInputElement>("input[name=amount]")?.focus();
  }, [isWaiting, branchId]);

  return (
    <div className="grid gap-6">
      <WalletBox
        text={till.text}
        onText={till.onText}
        onFind={till.submit}
        onCamera={() => setCameraOpen(true)}
        problem={error === "empty" ? t("box.empty") : error === null ? undefined : textOf(error)}
        isPending={till.isFinding}
        inputRef={box}
      />
      <Suspense fallback={<StageFallback />}>
        <Stage till={till} branch={branch} onNext={next} />
      </Suspense>
      <Suspense>
        {isCameraOpen && (
          <CameraDialog
            onScan={(text) => {
              setCameraOpen(false);
              till.find(text);
            }}
            onClose={() => setCameraOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface StageProps {
  till: ReturnType<typeof useTill>;
  branch: PortalBranch;
  onNext: () => void;
}

function Stage({ till, branch, onNext }: StageProps) {
  const t = useTranslations("till.wallet");
  const { user } = useMe();
  const { stage, draft, onDraft } = till;
  switch (stage.name) {
    case "ready":
      return <ReadyCard recent={recentCustomers(user.id)} onPick={till.open} />;
    case "candidates":
      return <Candidates candidates={stage.candidates} onPick={till.open} />;
    case "wallet":
      return (
        <WalletStage
          key={till.serving}
          walletId={stage.walletId}
          onOpen={till.open}
          branch={branch}
          draft={draft}
          onDraft={onDraft}
          isHeld={till.isFinding}
          onProgress={till.onProgress}
          onQueued={(name, value, sequence) => till.queued(name ?? t("noName"), value, sequence)}
          onNext={onNext}
        />
      );
    case "offline":
      return (
        <OfflineReward
          key={till.serving}
          code={stage.code}
          branch={branch}
          draft={draft}
          onDraft={onDraft}
          onQueued={(value, sequence) => till.queued(stage.code, value, sequence)}
        />
      );
    case "queued":
      return <QueuedPanel {...stage} onNext={onNext} />;
  }
}

function StageFallback() {
  return <div className="h-96" />;
}

/** Where there is a keyboard on the screen it would cover half of it. */
function focusByKeyboard(field: HTMLInputElement | null): void {
  if (!window.matchMedia("(pointer: coarse)").matches) field?.focus();
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
    serving,
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

/** Takes over customers whom other parts of the portal send here. */
function useOffers(
  onOffer: (walletCode: string, draft: Parameters<StageProps["till"]["onDraft"]>[0] | undefined) => void,
): void {
  const take = useEffectEvent(() => {
    const offer = takeTillOffer();
    if (offer !== null) onOffer(offer.walletCode, offer.draft);
  });
  useEffect(() => {
    take();
    return subscribeToTillOffers(() => take());
  }, []);
}
