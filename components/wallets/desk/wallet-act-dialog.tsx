"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { AdjustForm } from "@/components/adjustments/adjust-form";
import {
  AllowanceForm,
  EraseForm,
  JoinFamilyForm,
  LeaveFamilyAct,
  WalletTypeForm,
} from "@/components/families/family-forms";
import { ActConfirm } from "@/components/kit/acts";
import { ask, askPages } from "@/components/kit/contract";
import { PagedTable, RowSkeletons } from "@/components/kit/paged-list";
import { PaperLinks } from "@/components/kit/paper-links";
import { QueryState } from "@/components/kit/query-state";
import { useWeighed } from "@/components/kit/second-person-note";
import { Drawer } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { customerRights } from "@/lib/areas/privacy/contract";
import { wallets as api, wallets } from "@/lib/areas/wallets/contract";
import type { ActProps } from "./act-parts";
import { EditWalletForm } from "./edit-wallet-form";
import { MergeForm } from "./merge-form";
import { PinChoiceDialog } from "./pin-choice-dialog";
import { deskWalletQuery, useReadDeskWallet } from "./queries";
import { SegmentForm, StatusForm } from "./standing-forms";

export type WalletAct =
  | "edit"
  | "adjust"
  | "pin"
  | "clearPin"
  | "segment"
  | "status"
  | "merge"
  | "looks"
  | "joinFamily"
  | "allowance"
  | "leaveFamily"
  | "walletType"
  | "erase"
  | "withdraw"
  | "file";

/** The form of one act, once the wallet has been read as it is now. */
export function WalletActDialog({
  act,
  walletId,
  onClose,
}: {
  act: WalletAct;
  walletId: number;
  onClose: () => void;
}) {
  const t = useTranslations("wallets.desk.acts");
  const wallet = useQuery(deskWalletQuery(walletId));
  const settings = useQuery(ask(api.settings));
  const read = useReadDeskWallet(walletId);
  if (act === "looks") return <LooksDrawer walletId={walletId} onClose={onClose} />;
  if (act === "file") return <PersonFileDrawer walletId={walletId} onClose={onClose} />;
  if (act === "pin") return <PinAct walletId={walletId} onClose={onClose} />;
  if (act === "clearPin") return <ClearPinAct walletId={walletId} onClose={onClose} />;
  if (wallet.data === undefined || settings.data === undefined)
    return (
      <Drawer onClose={onClose} title={t("menu")}>
        <QueryState
          loading={<RowSkeletons className="h-16" />}
          query={wallet.data === undefined ? wallet : settings}
        >
          {() => null}
        </QueryState>
      </Drawer>
    );
  const Form = FORMS[act];
  return <Form wallet={wallet.data} settings={settings.data} onClose={onClose} onRead={read} />;
}

const FORMS = {
  edit: EditWalletForm,
  adjust: AdjustForm,
  segment: SegmentForm,
  status: StatusForm,
  merge: MergeForm,
  joinFamily: JoinFamilyForm,
  allowance: AllowanceForm,
  leaveFamily: LeaveFamilyAct,
  walletType: WalletTypeForm,
  erase: EraseForm,
  withdraw: WithdrawAct,
} as const;

function PinAct({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.pin");
  const [pin, note] = useWeighed(api.setPin);
  return (
    <PinChoiceDialog
      isPending={pin.isPending}
      error={pin.error}
      note={note}
      onClose={onClose}
      onChoose={(chosen) =>
        pin.mutate(
          { params: { walletId }, body: { pin: chosen } },
          {
            onSuccess: () => {
              toast({ kind: "success", title: t("saved") });
              onClose();
            },
          },
        )
      }
    />
  );
}

function ClearPinAct({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.acts");
  return (
    <ActConfirm
      title={t("clearPin")}
      confirmLabel={t("clearPin")}
      isDangerous
      act={api.clearPin}
      asked={{ params: { walletId } }}
      said={t("saved")}
      onClose={onClose}
    >
      <p>{t("clearPinText")}</p>
    </ActConfirm>
  );
}

/** Takes the customer's consent back, and says the number of the receipt. */
function WithdrawAct({ wallet, onClose }: ActProps) {
  const t = useTranslations("privacy.customer");
  return (
    <ActConfirm
      title={t("withdraw")}
      confirmLabel={t("withdraw")}
      isDangerous
      act={customerRights.withdraw}
      asked={{ params: { walletId: wallet.id }, body: { version: wallet.version } }}
      said={({ consents }) => t("withdrawn", { number: String(consents[0]?.id ?? "") })}
      onClose={onClose}
    >
      <p>{t("withdrawText")}</p>
    </ActConfirm>
  );
}

/** The customer's file, to save. */
function PersonFileDrawer({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("privacy.customer");
  return (
    <Drawer onClose={onClose} title={t("file")}>
      <p className="mb-4 text-ink-soft">{t("fileText")}</p>
      <PaperLinks path={`manage/wallets/${walletId}/file`} />
    </Drawer>
  );
}

/** People who opened a wallet, with time and way. */
function LooksDrawer({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.looks");
  const query = useInfiniteQuery({
    ...askPages(wallets.looks, { params: { walletId } }),
    staleTime: 0,
  });
  return (
    <Drawer onClose={onClose} title={t("title")}>
      <p className="mb-4 text-ink-soft">{t("lead")}</p>
      <PagedTable
        label={t("title")}
        query={query}
        rows={query.data?.pages.flatMap(({ looks }) => looks)}
        rowKey={({ id }) => id}
        columns={[
          { id: "person", header: t("person"), cell: ({ by }) => <bdi>{by.name}</bdi> },
          { id: "way", header: t("way"), cell: ({ how }) => t(`how.${how}`) },
          { id: "when", header: t("when"), cell: ({ at }) => <DateTime value={at} /> },
        ]}
        empty={<EmptyState icon={<Eye aria-hidden />} title={t("none")} />}
      />
    </Drawer>
  );
}
