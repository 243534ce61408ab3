"use client";

import {
  Coins,
  Combine,
  EllipsisVertical,
  Eye,
  FileUser,
  KeyRound,
  LockKeyholeOpen,
  type LucideIcon,
  ShieldAlert,
  ShieldOff,
  Sparkles,
  Tag,
  UserMinus,
  UserPen,
  UserRoundX,
  UsersRound,
  Wallet,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { may } from "@/components/kit/may";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { wallets } from "@/lib/areas/wallets/contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { type AdminAction, isPermitted, type Rights } from "@/lib/portal/acts/permissions";
import type { WalletAct } from "./wallet-act-dialog";
import { WalletActDialog } from "./wallet-act-dialog";

interface Choice {
  id: WalletAct;
  label: Exclude<WalletAct, "pin"> | "setPin" | "resetPin";
  icon: LucideIcon;
  isDangerous?: boolean;
}

/** The desk's acts on a wallet, behind one button; each form is fetched when it is opened. */
export function WalletActs({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.desk.acts");
  const { user } = useMe();
  const [act, setAct] = useState<WalletAct | null>(null);
  const choices = wallet.isStranger ? [] : choicesFor(user, wallet);
  const begin = (named: WalletAct) => choices.some(({ id }) => id === named) && setAct(named);
  useBegunAct("adjust", () => begin("adjust"));
  useBegunAct("merge", () => begin("merge"));
  // A request about personal data leads to the act that does it.
  useBegunAct("file", () => begin("file"));
  useBegunAct("edit", () => begin("edit"));
  useBegunAct("erase", () => begin("erase"));
  useBegunAct("withdraw", () => begin("withdraw"));
  if (!may(user, wallets.desk)) return null;
  if (wallet.isStranger) return <p className="max-w-sm text-ink-soft text-sm">{t("stranger")}</p>;
  return (
    <>
      {choices.length > 0 && (
        <Menu
          label={t("menu")}
          trigger={(props) => (
            <Button {...props} icon={EllipsisVertical}>
              {t("menu")}
            </Button>
          )}
          actions={choices.map(({ id, label, ...choice }) => ({
            ...choice,
            id,
            label: t(label),
            onAction: () => setAct(id),
          }))}
        />
      )}
      {/* Apart from the menu: a merge leaves nothing to choose, and still has to say that it is done. */}

      {act !== null && <WalletActDialog act={act} walletId={wallet.id} onClose={() => setAct(null)} />}
    </>
  );
}

const CLOSED = 5;
const MERGED = 6;
const BLOCKED = 4;

/** The permission behind each act. */
const NEEDED: Record<WalletAct, AdminAction> = {
  edit: "wallet.update",
  adjust: "wallet.adjust",
  pin: "wallet.set_pin",
  clearPin: "wallet.clear_pin",
  segment: "wallet.set_segment",
  status: "wallet.set_status",
  walletType: "wallet.set_type",
  joinFamily: "wallet.join_family",
  allowance: "wallet.set_allowance",
  leaveFamily: "wallet.leave_family",
  looks: "wallet.set_status",
  file: "wallet.read_file",
  withdraw: "wallet.withdraw_consent",
  merge: "wallet.merge",
  erase: "wallet.erase",
};

/** Of closed and merged wallets nothing is changed any more, and in blocked ones no points move. */
function choicesFor(rights: Rights, { statusId, pin, family, isOptedIn }: TillWallet): Choice[] {
  const hasPin = pin.state !== "none";
  const isMovable = statusId !== BLOCKED;
  const isOpen = statusId !== CLOSED && statusId !== MERGED;
  const choices: (Choice & { isPossible: boolean })[] = [
    { id: "edit", label: "edit", icon: UserPen, isPossible: isOpen },
    { id: "adjust", label: "adjust", icon: Coins, isPossible: isOpen && isMovable },
    { id: "pin", label: hasPin ? "resetPin" : "setPin", icon: KeyRound, isPossible: isOpen },
    { id: "clearPin", label: "clearPin", icon: LockKeyholeOpen, isPossible: isOpen && hasPin },
    { id: "segment", label: "segment", icon: Sparkles, isPossible: isOpen },
    { id: "status", label: "status", icon: ShieldAlert, isPossible: statusId !== MERGED },
    { id: "walletType", label: "walletType", icon: Tag, isPossible: isOpen },
    ...familyChoices(family).map((choice) => ({ ...choice, isPossible: isOpen })),
    { id: "looks", label: "looks", icon: Eye, isPossible: true },
    { id: "file", label: "file", icon: FileUser, isPossible: statusId !== MERGED },
    {
      ...{ id: "withdraw", label: "withdraw", icon: ShieldOff, isDangerous: true },
      isPossible: isOpen && isOptedIn,
    },
    {
      ...{ id: "merge", label: "merge", icon: Combine, isDangerous: true },
      isPossible: isOpen && isMovable && family === null,
    },
    {
      ...{ id: "erase", label: "erase", icon: UserRoundX, isDangerous: true },
      isPossible: statusId === CLOSED,
    },
  ];
  return choices.flatMap(({ isPossible, ...choice }) =>
    isPossible && isPermitted(rights, NEEDED[choice.id]) ? [choice] : [],
  );
}

/** A wallet in no family may join one; a member has an allowance where it shares, and may leave. */
function familyChoices(family: TillWallet["family"]): Choice[] {
  if (family === null) return [{ id: "joinFamily", label: "joinFamily", icon: UsersRound }];
  if (family.parent === null) return [];
  return [
    ...(family.role === "pooled" ? [{ id: "allowance", label: "allowance", icon: Wallet } as const] : []),
    { id: "leaveFamily", label: "leaveFamily", icon: UserMinus },
  ];
}
