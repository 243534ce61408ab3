"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { lazyPart } from "@/components/ui/lazy-part";
import { releaseEarlyKeys } from "./early-acts";
import { isApple } from "./printed-keys";
import type { Shortcut } from "./shortcut-help";

/** The help itself, or the list of keys. */
type HelpPart = "help" | "keys";

interface ShortcutsContext {
  /** Makes the shortcut work until the function that is returned is called. */
  add(shortcut: Shortcut): () => void;
  open(part: HelpPart): void;
  registered: ShortcutStore;
}

/**
 * The shortcuts that work at this moment. Not a value of the context: when one changes, React draws anew whatever of the server's page
 * it has not taken over yet.
 */
class ShortcutStore {
  #shortcuts: readonly Shortcut[] = [];
  readonly #listeners = new Set<() => void>();

  readonly get = () => this.#shortcuts;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(shortcuts: readonly Shortcut[]): void {
    this.#shortcuts = shortcuts;
    for (const listener of this.#listeners) listener();
  }
}

const ShortcutHelp = lazyPart(async () => (await import("./shortcut-help")).ShortcutHelp);
const HelpDialog = lazyPart(async () => (await import("./help-dialog")).HelpDialog);

const Context = createContext<ShortcutsContext | null>(null);

const NO_SHORTCUTS = new ShortcutStore();

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1_200;

/** Listens for the shortcuts of all pages in one place, shows them all when asked with "?", and the help with F1. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [part, setPart] = useState<HelpPart | null>(null);
  const context = useMemo<ShortcutsContext>(
    () => ({
      add: (shortcut) => {
        setShortcuts((present) => [...present, shortcut]);
        return () => setShortcuts((present) => present.filter((other) => other !== shortcut));
      },
      open: setPart,
      registered: new ShortcutStore(),
    }),
    [],
  );
  useEffect(() => context.registered.set(shortcuts), [context, shortcuts]);
  useShortcutKeys(shortcuts);
  useEarlyKeys(shortcuts.some(({ section }) => section === "page"));
  return (
    <Context value={context}>
      {children}

      {part === "keys" && (
        <ShortcutHelp onClose={() => setPart(null)} onHelp={() => setPart("help")} shortcuts={shortcuts} />
      )}

      {part === "help" && <HelpDialog onClose={() => setPart(null)} onKeys={() => setPart("keys")} />}
    </Context>
  );
}

function useShortcutKeys(shortcuts: readonly Shortcut[]): void {
  const [typed] = useState<{ keys: string[]; at: number }>({ keys: [], at: 0 });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.repeat) return;
    const name = nameOf(event);
    if (name === null) return;
    const isTyping = isEditable(event.target);
    const isBehindDialog = isDialogOpen();
    if (isBehindDialog) return;
    typed.keys = event.timeStamp - typed.at > SEQUENCE_MS ? [] : typed.keys;
    typed.at = event.timeStamp;
    typed.keys = [...typed.keys, name].slice(-2);
    const used = shortcuts.find(
      ({ keys, isForTyping }) =>
        (!isTyping || isForTyping) && keys.every((key, place) => typed.keys.at(place - keys.length) === key),
    );
    if (used === undefined) return;
    event.preventDefault();
    typed.keys = [];
    used.onUse();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** How long keys that came early are kept for a page that may have no shortcuts of its own. */
const EARLY_KEYS_MS = 2_000;

/** Keys that were pressed before the page had its shortcuts are pressed again when it has. */
function useEarlyKeys(hasShortcuts: boolean): void {
  useEffect(() => {
    const timer = setTimeout(releaseEarlyKeys, hasShortcuts ? 0 : EARLY_KEYS_MS);
    return () => clearTimeout(timer);
  }, [hasShortcuts]);
}

/** Null for what belongs to the browser. */
function nameOf({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey) {
    const isMod = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    return isMod && !shiftKey && /^Key[A-Z]$/.test(code) ? `Mod+${code.slice(3)}` : null;
  }
  if (key === "?" || key === "؟") return "?";
  // On an Arabic layout the key of the slash writes a letter.
  if (code === "Slash" && /\p{L}/u.test(key)) return "/";
  if (!/^Key[A-Z]$/.test(code)) return key;
  // Capital letters are what scanners write.
  return shiftKey ? `Shift ${key}` : code.slice(3);
}

function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Makes a shortcut work, and appear in the help, while the calling component is shown. */
export function useShortcut({ keys, label, onUse, isForTyping = false, section = "page" }: Shortcut): void {
  const context = useContext(Context);
  const use = useEffectEvent(onUse);
  const sequence = keys.join(" ");
  // Before what it belongs to is seen.
  useLayoutEffect(
    () => context?.add({ keys: sequence.split(" "), label, onUse: () => use(), isForTyping, section }),
    [context, sequence, label, isForTyping, section],
  );
}

/** The shortcuts that work at this moment. */
export function useShortcuts(): readonly Shortcut[] {
  const context = useContext(Context);
  const { get, subscribe } = context?.registered ?? NO_SHORTCUTS;
  return useSyncExternalStore(subscribe, get, NO_SHORTCUTS.get);
}

/** Opens the help, or the list of keys, over the page. */
export function useHelp(): (part: HelpPart) => void {
  const context = useContext(Context);
  return (part) => context?.open(part);
}
