"use client";

import { CircleCheck, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import { useMe } from "@/components/account/queries";
import { toPortalError } from "@/components/kit/error";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useErrorText, useInLanguage, useLanguage } from "@/components/kit/use-language";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import { Waited } from "./act-drawer";
import { ProfileFields } from "./profile-fields";
import { useEnrolWallet, useWalletSettings } from "./queries";
import { WalletAreas } from "./wallet-areas";

const PinChoiceDialog = lazy(async () => ({
  default: (await import("./pin-choice-dialog")).PinChoiceDialog,
}));

const EMPTY = {
  contactMsisdn: "",
  name: "",
  email: "",
  address: "",
  gender: "",
  birthDate: "",
  nid: "",
  walletCode: "",
};
type Form = typeof EMPTY;

/** Opens wallets, one customer after the other. */
export function EnrolPage() {
  const t = useTranslations("walletDesk.enrol");
  const settings = useWalletSettings();
  const [opened, setOpened] = useState<{ id: number; walletCode: string } | null>(null);
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <WalletAreas />
      {opened ? (
        <Opened {...opened} onAnother={() => setOpened(null)} />
      ) : (
        <Waited query={settings}>
          {(known) => (
            <EnrolForm settings={known} onRefresh={() => void settings.refetch()} onDone={setOpened} />
          )}
        </Waited>
      )}
    </>
  );
}

function Opened({ id, walletCode, onAnother }: { id: number; walletCode: string; onAnother: () => void }) {
  const t = useTranslations("walletDesk.enrol");
  return (
    <Card className="mx-auto max-w-xl text-center">
      <CircleCheck aria-hidden className="mx-auto size-12 text-success" />
      <div role="status" className="mt-3">
        <h2 className="font-semibold text-xl">{t("doneTitle")}</h2>
      </div>
      <p className="my-4">
        <Code className="font-semibold text-3xl">{walletCode}</Code>
      </p>
      <p className="text-ink-soft">{t("doneText")}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton href={`/wallets/${id}`}>{t("open")}</LinkButton>
        <Button variant="primary" onPress={onAnother} autoFocus>
          {t("another")}
        </Button>
      </div>
    </Card>
  );
}

function EnrolForm({
  settings,
  onRefresh,
  onDone,
}: {
  settings: WalletSettings;
  onRefresh: () => void;
  onDone: (wallet: { id: number; walletCode: string }) => void;
}) {
  const t = useTranslations("walletDesk.enrol");
  const inLanguage = useInLanguage();
  const { textOf, fieldTextOf } = useErrorText();
  const isAdmin = useMe().user.role !== "supervisor";
  const enrol = useEnrolWallet();
  const [form, setForm] = useState<Form>(EMPTY);
  const [segmentId, setSegmentId] = useState(
    settings.segments.find(({ isDefault }) => isDefault)?.id ?? null,
  );
  const [language, setLanguage] = useState(useLanguage());
  const [agrees, setAgrees] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [pin, setPin] = useState<string | null>(null);
  const [isChoosingPin, setChoosingPin] = useState(false);
  const consentId = useId();
  const error = enrol.error && toPortalError(enrol.error);
  const isConsentOld = error?.code === "conflict";
  const set = (changes: Partial<Form>) => setForm((present) => ({ ...present, ...changes }));
  const isDirty = agrees || pin !== null || Object.values(form).some((value) => value !== "");
  const submit = () => {
    if (enrol.isPending) return;
    setConsentMissing(!agrees);
    if (!agrees) return;
    enrol.mutate(
      {
        ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== "")),
        // Nothing typed is told by the server, in its words.
        contactMsisdn: form.contactMsisdn,
        hasConsented: true,
        consent: { version: settings.consent.version, language },
        ...(isAdmin && segmentId !== null && { segmentId }),
        ...(pin !== null && { pin }),
      },
      {
        onSuccess: onDone,
        onError: (refused) => {
          if (toPortalError(refused).code !== "conflict") return;
          setAgrees(false);
          onRefresh();
        },
      },
    );
  };
  return (
    <form
      className="grid items-start gap-5 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-5">
        <Card title={t("customer")}>
          <div className="grid gap-5">
            <TextField
              label={t("mobile")}
              value={form.contactMsisdn}
              onChange={(contactMsisdn) => set({ contactMsisdn })}
              errorMessage={fieldTextOf(error, "contactMsisdn")}
              isCode
              isRequired
              type="tel"
              autoComplete="off"
              maxLength={32}
              autoFocus
            />
            <ProfileFields
              values={form}
              onChange={set}
              errorOf={(name) => fieldTextOf(error, name)}
              isFolded
            />
          </div>
        </Card>
        <Card title={t("card")}>
          <div className="grid gap-5">
            <TextField
              label={t("code")}
              description={t("codeHint")}
              value={form.walletCode}
              onChange={(walletCode) => set({ walletCode })}
              errorMessage={fieldTextOf(error, "walletCode")}
              isCode
              autoComplete="off"
              maxLength={32}
            />
            {isAdmin && (
              <Select
                label={t("segment")}
                options={settings.segments.map(({ id, nameEn, nameAr }) => ({
                  id,
                  label: inLanguage({ en: nameEn, ar: nameAr }),
                }))}
                value={segmentId}
                onChange={setSegmentId}
                errorMessage={fieldTextOf(error, "segmentId")}
              />
            )}
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-48 flex-1 text-ink-soft text-sm" role="status">
                {pin === null ? t("pinNone") : t("pinChosen")}
              </p>
              {pin === null ? (
                <Button icon={KeyRound} onPress={() => setChoosingPin(true)}>
                  {t("pinChoose")}
                </Button>
              ) : (
                <Button onPress={() => setPin(null)}>{t("pinRemove")}</Button>
              )}
            </div>
          </div>
        </Card>
      </div>
      <Card title={t("consent")} description={t("consentLead", { version: settings.consent.version })}>
        <div className="grid gap-4">
          <RadioGroup
            label={t("consentLanguage")}
            isLabelHidden
            options={[
              { id: "en", label: "English", lang: "en" },
              { id: "ar", label: "العربية", lang: "ar" },
            ]}
            value={language}
            onChange={setLanguage}
          />
          <blockquote
            lang={language}
            dir={language === "ar" ? "rtl" : "ltr"}
            className="rounded-xl bg-sunken px-4 py-3 text-lg leading-relaxed"
          >
            {settings.consent[language]}
          </blockquote>
          {isConsentOld && (
            <Notice kind="warning" isAnnounced>
              {t("consentChanged")}
            </Notice>
          )}
          <div>
            <Checkbox
              isSelected={agrees}
              onChange={(value) => {
                setAgrees(value);
                setConsentMissing(false);
              }}
              isInvalid={isConsentMissing}
              {...(isConsentMissing && { "aria-describedby": consentId })}
            >
              {t("agrees")}
            </Checkbox>
            {isConsentMissing && (
              <p id={consentId} role="alert" className="mt-1 text-danger text-sm">
                {t("agreesMissing")}
              </p>
            )}
          </div>
          {error && !isConsentOld && (
            <Notice kind="danger" isAnnounced>
              {textOf(error)}
            </Notice>
          )}
          <Button type="submit" variant="primary" size="large" isPending={enrol.isPending}>
            {t("submit")}
          </Button>
        </div>
      </Card>
      <UnsavedGuard isDirty={isDirty} />
      <Suspense>
        {isChoosingPin && (
          <PinChoiceDialog
            onChoose={(chosen) => {
              setPin(chosen);
              setChoosingPin(false);
            }}
            onClose={() => setChoosingPin(false)}
          />
        )}
      </Suspense>
    </form>
  );
}
