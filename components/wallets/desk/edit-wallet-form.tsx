"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { useErrorText, useLanguage } from "@/components/kit/use-language";
import { Checkbox } from "@/components/ui/checkbox";
import { DateTime } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { DeskWallet } from "@/lib/areas/wallets/desk-schemas";
import { ActDrawer } from "./act-drawer";
import { ProfileFields, type ProfileValues } from "./profile-fields";
import { useUpdateWallet } from "./queries";
import type { ActProps } from "./wallet-act-dialog";

interface Values extends ProfileValues {
  contactMsisdn: string;
  isOptedIn: boolean;
  redemptionEnabled: boolean;
}

type Masked = DeskWallet["masked"][number];

/** Changes whose wallet it is. Only what was touched is sent, so nothing that is hidden from its reader is overwritten. */
export function EditWalletForm({ wallet, settings, onClose, onRefresh }: ActProps) {
  const t = useTranslations("walletDesk");
  const language = useLanguage();
  const { fieldTextOf } = useErrorText();
  const update = useUpdateWallet(wallet.id);
  const [changes, setChanges] = useState<Partial<Values>>({});
  const error = update.error && toPortalError(update.error);
  const values = { ...presentValues(wallet), ...changes };
  const set = (changed: Partial<Values>) => setChanges((present) => ({ ...present, ...changed }));
  const joins = changes.isOptedIn === true && !wallet.isOptedIn;
  const hintOf = (name: string) => {
    if (!wallet.masked.includes(name as Masked)) return undefined;
    const shown = { contactMsisdn: wallet.mobile, email: wallet.email, nid: wallet.nationalId }[name];
    return shown ? t("acts.hidden", { value: shown }) : t("acts.hiddenNothing");
  };
  const submit = () =>
    update.mutate(
      {
        version: wallet.version,
        ...cleared(changes),
        ...(joins && { consent: { version: settings.consent.version, language } }),
      },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("acts.saved") });
          onClose();
        },
        onError: (refused) => {
          if (toPortalError(refused).code === "conflict") onRefresh();
        },
      },
    );
  return (
    <ActDrawer
      title={t("acts.edit")}
      submitLabel={t("acts.save")}
      isDirty={Object.keys(changes).length > 0}
      isPending={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("enrol.mobile")}
        value={values.contactMsisdn}
        onChange={(contactMsisdn) => set({ contactMsisdn })}
        errorMessage={fieldTextOf(error, "contactMsisdn")}
        description={hintOf("contactMsisdn")}
        isCode
        type="tel"
        autoComplete="off"
        maxLength={32}
      />
      <ProfileFields
        values={values}
        onChange={set}
        errorOf={(name) => fieldTextOf(error, name)}
        hintOf={hintOf}
      />
      <div className="grid gap-1">
        <Checkbox isSelected={values.isOptedIn} onChange={(isOptedIn) => set({ isOptedIn })}>
          {t("acts.optedIn")}
        </Checkbox>
        <p className="text-ink-faint text-sm">{t("acts.optedInHint")}</p>
        {joins && (
          <blockquote className="mt-2 rounded-xl bg-sunken px-4 py-3">
            <p className="mb-1 text-ink-soft text-sm">
              {t("acts.agreesNow", { version: settings.consent.version })}
            </p>
            {settings.consent[language]}
          </blockquote>
        )}
      </div>
      <Checkbox
        isSelected={values.redemptionEnabled}
        onChange={(redemptionEnabled) => set({ redemptionEnabled })}
      >
        {t("acts.redemption")}
      </Checkbox>
      <Consents consents={wallet.consents} />
    </ActDrawer>
  );
}

/** What the fields show: nothing where it is hidden. */
function presentValues(wallet: DeskWallet): Values {
  const show = (name: Masked, value: string | null) => (wallet.masked.includes(name) ? "" : (value ?? ""));
  return {
    contactMsisdn: show("contactMsisdn", wallet.mobile),
    name: wallet.name ?? "",
    email: show("email", wallet.email),
    address: show("address", wallet.address),
    gender: show("gender", wallet.gender),
    birthDate: show("birthDate", wallet.birthDate),
    nid: show("nid", wallet.nationalId),
    isOptedIn: wallet.isOptedIn,
    redemptionEnabled: wallet.redemptionEnabled,
  };
}

/** An emptied field takes its value away. */
function cleared(changes: Partial<Values>): Record<string, unknown> {
  const emptied = (["gender", "birthDate"] as const).filter((name) => changes[name] === "");
  return { ...changes, ...Object.fromEntries(emptied.map((name) => [name, null])) };
}

function Consents({ consents }: Pick<DeskWallet, "consents">) {
  const t = useTranslations("walletDesk.acts");
  if (consents.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-soft text-sm">{t("consents")}</h3>
      <ul className="grid gap-2 text-sm">
        {consents.map(({ isGiven, at, by, text }) => (
          <li key={at} className="rounded-xl bg-sunken px-4 py-2.5">
            {t.rich(isGiven ? "consentGiven" : "consentWithdrawn", {
              date: () => <DateTime value={at} />,
              name: () => <bdi>{by}</bdi>,
            })}
            {text && (
              <p dir="auto" className="mt-1 text-ink-soft">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
