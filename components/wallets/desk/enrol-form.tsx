"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRequest } from "@/components/kit/contract";
import { EditorForm } from "@/components/kit/editor-form";
import { toPortalError } from "@/components/kit/error";
import { may } from "@/components/kit/may";
import { outdate } from "@/components/kit/query";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { useLanguage } from "@/components/ui/use-language";
import { ConsentFields } from "@/components/wallet/consent-fields";
import { NumberCheck } from "@/components/wallet/number-check";
import { NUMBER_TAKEN } from "@/components/wallet/number-taken";
import { wallets as api } from "@/lib/areas/wallets/contract";
import type { WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import { PinChoiceDialog } from "./pin-choice-dialog";
import { NO_VALUES, ProfileFields } from "./profile-fields";

const CODE = { isCode: true, autoComplete: "off", maxLength: 32 } as const;
const TELEPHONE = { ...CODE, type: "tel" } as const;

interface EnrolProps {
  settings: WalletSettings;
  /** The words changed while they were shown. */
  onRefresh: () => void;
  onDone: (wallet: { id: number; walletCode: string }) => void;
}

/** A new customer's wallet: the number, the words that were agreed to, and what else is known. */
export function EnrolForm(props: EnrolProps) {
  const { settings } = props;
  const t = useTranslations("wallets.desk.enrol");
  const tNumber = useTranslations("till.enrol.number");
  const editor = useEnrolEditor(props);
  const { fields, field, change: set } = editor;
  return (
    <EditorForm
      editor={editor}
      errorText={({ code }) => {
        if (code === NUMBER_TAKEN) return tNumber("taken");
        return code === "conflict" ? t("consentChanged") : undefined;
      }}
      className="grid items-start gap-5 lg:grid-cols-2"
    >
      <div className="grid gap-5">
        <Card title={t("customer")}>
          <div className="grid gap-5">
            <TextField
              label={t("mobile")}
              {...TELEPHONE}
              {...field("contactMsisdn")}
              onChange={(contactMsisdn) => set({ contactMsisdn, allowsSharedMobile: false })}
              isRequired
              autoFocus
            />
            <NumberCheck
              mobile={fields.contactMsisdn}
              allowsSharedMobile={fields.allowsSharedMobile}
              onChange={(allowsSharedMobile) => set({ allowsSharedMobile })}
              openButton={({ walletId }, label) => (
                <LinkButton href={`/wallets/${walletId}`}>{label}</LinkButton>
              )}
            />
            <ProfileFields values={fields} onChange={set} errorOf={editor.errorAt} isFolded />
            <TextField
              label={t("referral")}
              description={t("referralHint")}
              {...TELEPHONE}
              {...field("referralMsisdn")}
            />
          </div>
        </Card>
        <MemberCard editor={editor} settings={settings} />
      </div>
      <Card title={t("consent")} description={t("consentLead", { version: settings.consent.version })}>
        <div className="grid gap-4">
          <ConsentFields
            words={settings.consent}
            values={fields}
            isMissing={editor.errorAt("hasConsented") !== undefined}
            className="text-lg"
            onChange={set}
          />
          <Button type="submit" variant="primary" size="large" isPending={editor.isPending}>
            {t("submit")}
          </Button>
        </div>
      </Card>
      <UnsavedGuard isDirty={editor.isDirty} />
    </EditorForm>
  );
}

function useEnrolEditor({ settings, onRefresh, onDone }: EnrolProps) {
  const client = useQueryClient();
  const isAdmin = may(useMe().user, api.setSegment);
  const pageLanguage = useLanguage();
  const enrol = useRequest(api.enrol);
  return useEditor({
    record: null,
    fieldsOf: () => ({
      contactMsisdn: "",
      allowsSharedMobile: false,
      ...NO_VALUES,
      walletCode: "",
      segmentId: settings.segments.find(({ isDefault }) => isDefault)?.id ?? null,
      pin: null as string | null,
      referralMsisdn: "",
      /** The version of the words that the customer has agreed to. */
      hasConsented: null as number | null,
      consent: pageLanguage,
    }),
    bodyOf: ({ contactMsisdn, segmentId, hasConsented, consent, ...optional }) => ({
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
      contactMsisdn,
      // They agree to the words that are shown, or not at all.
      hasConsented: hasConsented === settings.consent.version || null,
      consent: { version: settings.consent.version, language: consent },
      ...(isAdmin && segmentId !== null && { segmentId }),
    }),
    create: {
      ...enrol,
      send: async (body) => {
        try {
          onDone(await enrol.send(body));
        } catch (refused) {
          const { code } = toPortalError(refused);
          if (code === "conflict") onRefresh();
          if (code === NUMBER_TAKEN) await outdate(client, "wallets");
          throw refused;
        }
      },
    },
    onSaved: () => undefined,
  });
}

/** The card's code, the tier that the wallet begins in, and its PIN. */
function MemberCard({
  editor: { fields, field, change },
  settings,
}: Pick<EnrolProps, "settings"> & { editor: ReturnType<typeof useEnrolEditor> }) {
  const t = useTranslations("wallets.desk.enrol");
  const nameOf = useNameOf();
  const isAdmin = may(useMe().user, api.setSegment);
  const [isChoosingPin, setChoosingPin] = useState(false);
  const hasPin = fields.pin !== null;
  return (
    <Card title={t("card")}>
      <div className="grid gap-5">
        <TextField label={t("code")} description={t("codeHint")} {...CODE} {...field("walletCode")} />
        {isAdmin && (
          <Select
            label={t("segment")}
            options={settings.segments.map((named) => ({ id: named.id, label: nameOf(named) }))}
            {...field("segmentId")}
          />
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-48 flex-1 text-ink-soft text-sm" role="status">
            {t(hasPin ? "pinChosen" : "pinNone")}
          </p>
          {hasPin ? (
            <Button onPress={() => change({ pin: null })}>{t("pinRemove")}</Button>
          ) : (
            <Button icon={KeyRound} onPress={() => setChoosingPin(true)}>
              {t("pinChoose")}
            </Button>
          )}
        </div>
      </div>
      {isChoosingPin && (
        <PinChoiceDialog
          onChoose={(pin) => {
            change({ pin });
            setChoosingPin(false);
          }}
          onClose={() => setChoosingPin(false)}
        />
      )}
    </Card>
  );
}
