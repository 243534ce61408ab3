"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { OffIcon, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import type { ManagedMerchant } from "@/lib/areas/merchants/desk-schemas";
import { useSwitchMerchant } from "./mutations";
import { merchantsQuery } from "./queries";

const MerchantForm = lazyPart(async () => (await import("./merchant-form")).MerchantForm);

type Open =
  | { kind: "form"; merchant: ManagedMerchant | null }
  | { kind: "switch"; merchant: ManagedMerchant };

/** The merchants of the programme, for its operators. */
export function MerchantsPage() {
  const t = useTranslations("merchants");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: "form", merchant: null })}>
            {t("add")}
          </Button>
        }
      />
      <Card className="sm:px-3 sm:py-2">
        <Merchants
          onEdit={(merchant) => setOpen({ kind: "form", merchant })}
          onSwitch={(merchant) => setOpen({ kind: "switch", merchant })}
        />
      </Card>
      {open?.kind === "form" && <MerchantForm merchant={open.merchant} onClose={close} />}
      {open?.kind === "switch" && <SwitchMerchantDialog merchant={open.merchant} onClose={close} />}
    </>
  );
}

function Merchants({
  onEdit,
  onSwitch,
}: {
  onEdit: (merchant: ManagedMerchant) => void;
  onSwitch: (merchant: ManagedMerchant) => void;
}) {
  const t = useTranslations("merchants");
  const query = useQuery(merchantsQuery);
  const nameOf = useNameOf();
  return (
    <QueryState query={query} loading={<Skeleton className="h-40" />}>
      {({ merchants }) =>
        merchants.length === 0 ? (
          <EmptyState title={t("none")} />
        ) : (
          <Table<ManagedMerchant>
            label={t("title")}
            rows={merchants}
            rowKey={({ id }) => id}
            columns={[
              {
                id: "name",
                header: t("name"),
                cell: (merchant) => <bdi className="font-medium">{nameOf(merchant)}</bdi>,
              },
              {
                id: "refunds",
                header: t("refunds"),
                cell: ({ refundWindowDays, returnWindowDays, refundSameBranchOnly }) => (
                  <>
                    <span className="block">{t("refundDays", { count: refundWindowDays })}</span>
                    <span className="block">{t("returnDays", { count: returnWindowDays })}</span>
                    {refundSameBranchOnly && (
                      <span className="block text-ink-faint text-sm">{t("sameBranchShort")}</span>
                    )}
                  </>
                ),
              },
              {
                id: "status",
                header: t("status"),
                cell: ({ isActive }) =>
                  isActive ? (
                    <Status tone="success">{t("active")}</Status>
                  ) : (
                    <Status tone="neutral" icon={OffIcon}>
                      {t("stopped")}
                    </Status>
                  ),
              },
            ]}
            actionsLabel={t("actions")}
            rowActions={(merchant) => (
              <span className="inline-flex flex-wrap items-center justify-end gap-1">
                <LinkButton href={`/manage/branches?merchant=${merchant.id}`} variant="quiet" size="small">
                  {t("branches")}
                </LinkButton>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t("editOf", { name: nameOf(merchant) })}
                  onPress={() => onEdit(merchant)}
                >
                  {t("edit")}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  className="min-w-22"
                  aria-label={t(merchant.isActive ? "stopOf" : "resumeOf", { name: nameOf(merchant) })}
                  onPress={() => onSwitch(merchant)}
                >
                  {t(merchant.isActive ? "stop" : "resume")}
                </Button>
              </span>
            )}
          />
        )
      }
    </QueryState>
  );
}

function SwitchMerchantDialog({ merchant, onClose }: { merchant: ManagedMerchant; onClose: () => void }) {
  const t = useTranslations("merchants");
  const name = useNameOf()(merchant);
  const change = useSwitchMerchant();
  const verb = merchant.isActive ? "stop" : "resume";
  return (
    <ConfirmDialog
      title={t(`${verb}Title`, { name })}
      confirmLabel={t(verb)}
      isDangerous={merchant.isActive}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(merchant, {
          onSuccess: () => {
            toast({ kind: "success", title: t(`${verb}Done`, { name }) });
            onClose();
          },
        })
      }
    >
      <p>{t(`${verb}Text`)}</p>
    </ConfirmDialog>
  );
}
