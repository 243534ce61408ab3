"use client";

import { useMutation } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { send } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { setSessionState } from "@/components/kit/session-expiry";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { leaveBy, stayHere, useNavigation } from "@/components/kit/use-navigation";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-queue";
import { session as api } from "@/lib/areas/account/session-contract";
import { type ActId, ALL_COMMANDS, type CommandId, commandsFor } from "@/lib/portal/commands";
import { releaseEarlyKeys } from "./early-acts";
import { useHelp, useShortcut } from "./shortcuts";
import { TypedAhead } from "./typed-ahead";
import type { PalettePurpose, WalletCommand } from "./use-command-groups";
import { useSavedPreferences } from "./use-saved-preferences";
import { useWorkAt } from "./use-work-at";

const SignOutDialog = lazyPart(async () => (await import("./sign-out-dialog")).SignOutDialog);
const CommandPalette = lazyPart(async () => (await import("./command-palette")).CommandPalette, {
  whileLoading: <TypedAhead />,
});

const Context = createContext<(id: CommandId) => void>(() => undefined);

/** Goes to a page of the list of commands, or does what one of its acts says. */
export function useRunCommand(): (id: CommandId) => void {
  return useContext(Context);
}

const WALLET_PAGE = /^\/wallets\/\d+$/;

/** Makes the list of commands work: by {@link useRunCommand}, by their keys and in the palette. */
export function Commands({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const pathname = usePathname();
  const openHelp = useHelp();
  const { language, change } = useSavedPreferences();
  /** Purpose of the open palette. */
  const [palette, setPalette] = useState<PalettePurpose | null>(null);
  const signOut = useSafeSignOut();
  const lockTill = useLock();
  const { workAt } = useWorkAt();
  // Without a wallet, it is asked whose first.
  const beginOnWallet = (act: WalletCommand) =>
    WALLET_PAGE.test(pathname) ? navigation.push(`${pathname}?act=${act}`) : setPalette(act);
  const acts: Record<ActId, () => void> = {
    adjust: () => beginOnWallet("adjust"),
    merge: () => beginOnWallet("merge"),
    language: () => change({ language: language === "en" ? "ar" : "en" }),
    light: () => change({ theme: "light" }),
    dark: () => change({ theme: "dark" }),
    system: () => change({ theme: "system" }),
    palette: () => {
      // From here on, keys are for the palette.
      releaseEarlyKeys();
      setPalette("commands");
    },
    help: () => openHelp("help"),
    shortcuts: () => openHelp("keys"),
    signOut: signOut.begin,
    lock: lockTill,
  };
  const run = (id: CommandId) => {
    const path = ALL_COMMANDS.find((command) => command.id === id)?.path;
    if (path !== undefined) navigation.push(path);
    else if (isAct(id, acts)) acts[id]();
  };
  // The context keeps one value: when it changes, React draws anew whatever of the server's page it has not taken over yet.
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const runLatest = useCallback((id: CommandId) => latest.current(id), []);
  return (
    <Context value={runLatest}>
      {children}
      <CommandKeys onUse={run} />

      {palette !== null && (
        <CommandPalette
          key={palette}
          purpose={palette}
          onRun={run}
          onWorkAt={workAt}
          onClose={() => setPalette(null)}
        />
      )}

      {signOut.waiting > 0 && (
        <SignOutDialog count={signOut.waiting} onStay={signOut.stay} onLeave={signOut.leave} />
      )}
    </Context>
  );
}

function isAct(id: CommandId, acts: Record<ActId, () => void>): id is ActId {
  return id in acts;
}

/** The keys of the reader's commands. */
function CommandKeys({ onUse }: { onUse: (id: CommandId) => void }) {
  const { user } = useMe();
  const t = useTranslations();
  return commandsFor(user).flatMap(({ id, text, path, keys = [] }) =>
    keys.map((sequence) => (
      <CommandKey
        key={sequence}
        keys={sequence.split(" ")}
        label={path === undefined ? t(text) : t("shortcuts.goTo", { page: t(text) })}
        onUse={() => onUse(id)}
      />
    )),
  );
}

function CommandKey({ keys, label, onUse }: { keys: string[]; label: string; onUse: () => void }) {
  // A letter or a sign is a part of what is being typed.
  const isForTyping = keys.every((key) => key.length > 1);
  useShortcut({ keys, label, onUse, isForTyping, section: "general" });
  return null;
}

/** Locks the till for a while, with everything on its page kept. */
function useLock(): () => void {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  return () =>
    void send(api.lock).then(
      ({ hasPin }) => setSessionState(hasPin ? "locked-with-pin" : "locked"),
      (error) => toast({ kind: "problem", title: t("lockFailed"), detail: textOf(toPortalError(error)) }),
    );
}

/** Signs out. Unsaved work, and operations on this device that only this user can send, are asked about first. */
function useSafeSignOut() {
  const t = useTranslations("shell");
  const { user } = useMe();
  const { textOf } = useErrorText();
  const { mutate: signOut } = useMutation({ mutationFn: () => send(api.signOut) });
  const [waiting, setWaiting] = useState(0);
  const leave = () => {
    setWaiting(0);
    signOut(undefined, {
      // A whole new page: nothing of one user's data stays in the memory of the next one's.
      onSuccess: () => {
        try {
          sessionStorage.clear();
        } catch {
          // A tab without a store has kept nothing.
        }
        window.location.assign("/sign-in");
      },
      onError: (error) => {
        stayHere();
        toast({ kind: "problem", title: t("signOutFailed"), detail: textOf(error) });
      },
    });
  };
  const leaveUnlessWaiting = async () => {
    const count = await import("@/components/operations/store")
      .then(({ countWaiting }) => countWaiting(user.id))
      .catch(() => 0);
    if (count === 0) leave();
    else setWaiting(count);
  };
  const stay = () => {
    stayHere();
    setWaiting(0);
  };
  return { waiting, begin: () => leaveBy(() => void leaveUnlessWaiting()), leave, stay };
}
