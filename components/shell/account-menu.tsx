"use client";

import { Keyboard, Languages, LogOut, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSignOut } from "@/components/account/mutations";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu } from "@/components/ui/menu";
import { Pressable } from "@/components/ui/pressable";
import { toast } from "@/components/ui/toast-queue";
import { useShortcutHelp } from "./shortcuts";
import { useSavedPreferences } from "./use-saved-preferences";

const SignOutDialog = lazyPart(async () => (await import("./sign-out-dialog")).SignOutDialog);

/** Who is signed in, and what concerns them. */
export function AccountMenu() {
  const t = useTranslations();
  const router = useRouter();
  const { user } = useMe();
  const { textOf } = useErrorText();
  const { language, change } = useSavedPreferences();
  const openHelp = useShortcutHelp();
  const { mutate: signOut } = useSignOut();
  const other = language === "en" ? "ar" : "en";
  const [waiting, setWaiting] = useState(0);
  const leave = () => {
    setWaiting(0);
    signOut(undefined, {
      // A whole new page: nothing of one user's data stays in the memory of the next one's.
      onSuccess: () => window.location.assign("/sign-in"),
      onError: (error) =>
        toast({
          kind: "problem",
          title: t("shell.signOutFailed"),
          detail: textOf(error),
        }),
    });
  };
  const leaveUnlessWaiting = async () => {
    const count = await import("@/components/till/operations/store")
      .then(({ countWaiting }) => countWaiting(user.id))
      .catch(() => 0);
    if (count === 0) leave();
    else setWaiting(count);
  };
  return (
    <>
      <Menu
        label={t("shell.accountMenu")}
        header={
          <>
            <bdi className="block truncate font-medium">{user.name}</bdi>
            <span className="block text-ink-soft text-sm">{t(`roles.${user.role}`)}</span>
          </>
        }
        trigger={(props) => (
          <Pressable
            {...props}
            aria-label={`${t("shell.accountMenu")}: ${user.name}`}
            className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-full bg-accent-soft font-semibold text-accent-soft-ink transition-colors hover:bg-hover"
          >
            <bdi aria-hidden className="foreign-word">
              {initialOf(user.name)}
            </bdi>
          </Pressable>
        )}
        actions={[
          {
            id: "account",
            label: t("shell.account"),
            icon: UserRound,
            onAction: () => router.push("/account"),
          },
          {
            id: "language",
            label: t("shell.switchLanguage"),
            lang: other,
            icon: Languages,
            onAction: () => change({ language: other }),
          },
          { id: "shortcuts", label: t("shell.shortcuts"), icon: Keyboard, onAction: openHelp },
          {
            id: "signOut",
            label: t("shell.signOut"),
            icon: LogOut,
            onAction: () => void leaveUnlessWaiting(),
          },
        ]}
      />

      {waiting > 0 && <SignOutDialog count={waiting} onStay={() => setWaiting(0)} onLeave={leave} />}
    </>
  );
}

/** The first letter that means something: the article of an Arabic name does not. */
function initialOf(name: string): string {
  const [initial = ""] = name.trim().replace(/^ال/, "");
  return initial.toUpperCase();
}
