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
import { may } from "@/components/kit/contract";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu } from "@/components/ui/menu";
import { customerRights } from "@/lib/areas/privacy/contract";
import { wallets } from "@/lib/areas/wallets/contract";
import { families } from "@/lib/areas/wallets/family-contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import type { Role } from "@/lib/portal/acts/roles";
import type { WalletAct } from "./wallet-act-dialog";

const WalletActDialog = lazyPart(async () => (await import("./wallet-act-dialog")).WalletActDialog);

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
  const choices = choicesFor(user.role, wallet);
  const isOffered = choices.some(({ id }) => id === "adjust");
  useBegunAct("adjust", () => isOffered && setAct("adjust"));
  if (!may(user.role, wallets.desk)) return null;
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

/** Of closed and merged wallets nothing is changed any more, and in blocked ones no points move. */
function choicesFor(role: Role, { statusId, pin, family, isOptedIn }: TillWallet): Choice[] {
  const isAdmin = may(role, wallets.setStatus);
  const status: Choice = { id: "status", label: "status", icon: ShieldAlert };
  const looks: Choice = { id: "looks", label: "looks", icon: Eye };
  if (statusId === MERGED) return isAdmin ? [looks] : [];
  const file: readonly Choice[] = may(role, customerRights.file)
    ? [{ id: "file", label: "file", icon: FileUser }]
    : [];
  const erase: Choice = { id: "erase", label: "erase", icon: UserRoundX, isDangerous: true };
  if (statusId === CLOSED)
    return isAdmin ? [status, looks, ...file, ...(may(role, families.erase) ? [erase] : [])] : [];
  const edit: Choice = { id: "edit", label: "edit", icon: UserPen };
  const ofFamily = familyChoices(family);
  const withdraw: readonly Choice[] = isOptedIn
    ? [{ id: "withdraw", label: "withdraw", icon: ShieldOff, isDangerous: true }]
    : [];
  if (!isAdmin) return [edit, ...ofFamily, ...withdraw];
  const hasPin = pin.state !== "none";
  const isMovable = statusId !== BLOCKED;
  return [
    edit,
    ...(isMovable ? [{ id: "adjust", label: "adjust", icon: Coins } as const] : []),
    { id: "pin", label: hasPin ? "resetPin" : "setPin", icon: KeyRound },
    ...(hasPin ? [{ id: "clearPin", label: "clearPin", icon: LockKeyholeOpen } as const] : []),
    { id: "segment", label: "segment", icon: Sparkles },
    status,
    { id: "walletType", label: "walletType", icon: Tag },
    ...ofFamily,
    looks,
    ...file,
    ...withdraw,
    ...(isMovable && family === null
      ? [{ id: "merge", label: "merge", icon: Combine, isDangerous: true } as const]
      : []),
  ];
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
