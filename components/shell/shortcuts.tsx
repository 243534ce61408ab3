"use client";

import { useTranslations } from "next-intl";
import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

export interface Shortcut {
  /**
   * Keys pressed one after the other. Letters are meant by their place on the keyboard (`KeyboardEvent.code` without
   * "Key"), so that they are the same with an Arabic layout; other keys by their name (`KeyboardEvent.key`).
   */
  keys: readonly string[];
  label: string;
  onUse: () => void;
  /** Function keys also work while something is being typed; letters never do. */
  isForTyping?: boolean;
  section?: "general" | "page";
}

interface ShortcutsContext {
  /** Makes the shortcut work until the function that is returned is called. */
  add(shortcut: Shortcut): () => void;
  openHelp(): void;
}

const Context = createContext<ShortcutsContext | null>(null);

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1_200;

/** Listens for the shortcuts of all pages in one place, and shows them all when asked with "?" or F1. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("shortcuts");
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const context = useMemo<ShortcutsContext>(
    () => ({
      add: (shortcut) => {
        setShortcuts((present) => [...present, shortcut]);
        return () => setShortcuts((present) => present.filter((other) => other !== shortcut));
      },
      openHelp: () => setHelpOpen(true),
    }),
    [],
  );
  const help: Shortcut[] = [
    { keys: ["?"], label: t("help"), onUse: () => setHelpOpen(true), section: "general" },
    { keys: ["F1"], label: t("help"), onUse: () => setHelpOpen(true), isForTyping: true, section: "general" },
  ];
  useShortcutKeys([...help, ...shortcuts]);
  return (
    <Context value={context}>
      {children}
      <ShortcutHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} shortcuts={shortcuts} />
    </Context>
  );
}

function useShortcutKeys(shortcuts: readonly Shortcut[]): void {
  const [typed] = useState<{ keys: string[]; at: number }>({ keys: [], at: 0 });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const isTyping = isEditable(event.target);
    const isBehindDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
    if (isBehindDialog) return;
    typed.keys = event.timeStamp - typed.at > SEQUENCE_MS ? [] : typed.keys;
    typed.at = event.timeStamp;
    typed.keys = [...typed.keys, nameOf(event)].slice(-2);
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

function nameOf({ key, code }: KeyboardEvent): string {
  if (key === "?" || key === "؟") return "?";
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : key;
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
  useEffect(
    () => context?.add({ keys: sequence.split(" "), label, onUse: () => use(), isForTyping, section }),
    [context, sequence, label, isForTyping, section],
  );
}

export function useShortcutHelp(): () => void {
  const context = useContext(Context);
  return () => context?.openHelp();
}

interface ShortcutHelpProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  shortcuts: readonly Shortcut[];
}

function ShortcutHelp({ isOpen, onOpenChange, shortcuts }: ShortcutHelpProps) {
  const t = useTranslations("shortcuts");
  const ofSection = (section: Shortcut["section"]) =>
    shortcuts.filter((shortcut) => shortcut.section === section);
  const page = ofSection("page");
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t("title")}>
      <p className="text-ink-soft">{t("lead")}</p>
      {page.length > 0 && (
        <KeyList title={t("page")} rows={page.map(({ keys, label }) => ({ label, ways: [keys] }))} />
      )}
      <KeyList
        title={t("general")}
        rows={[
          { label: t("help"), ways: [["?"], ["F1"]] },
          ...ofSection("general").map(({ keys, label }) => ({ label, ways: [keys] })),
          { label: t("next"), ways: [["Tab"]] },
          { label: t("activate"), ways: [["Enter"]] },
          { label: t("close"), ways: [["Esc"]] },
        ]}
      />
    </Dialog>
  );
}

interface KeyRow {
  label: string;
  /** Each way is a sequence of keys. */
  ways: readonly (readonly string[])[];
}

function KeyList({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  const t = useTranslations("shortcuts");
  return (
    <section className="mt-5">
      <h3 className="mb-1 font-medium text-ink-faint text-sm">{title}</h3>
      <dl>
        {rows.map(({ label, ways }) => (
          <div
            key={label}
            className="flex items-center justify-between gap-4 border-line border-b py-2 last:border-b-0"
          >
            <dt>{label}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-ink-faint text-sm">
              {ways.map((keys, place) => (
                <Fragment key={keys.join()}>
                  {place > 0 && <span>{t("or")}</span>}
                  {keys.map((key, position) => (
                    <Fragment key={key}>
                      {position > 0 && <span>{t("then")}</span>}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
