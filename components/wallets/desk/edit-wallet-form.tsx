"use client";

import { useTranslations } from "next-intl";
import { useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useInLanguage } from "@/components/kit/use-language";
import { Checkbox } from "@/components/ui/checkbox";
import { DateTime } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { useLanguage } from "@/components/ui/use-language";
import { wallets as api } from "@/lib/areas/wallets/contract";
import type { DeskWallet, WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import { PROFILE, PROFILE_FIELDS, shownName } from "@/lib/ledger/rules/profile";
import type { ActProps } from "./act-parts";
import { ProfileFields, type ProfileValues } from "./profile-fields";

/** Changes whose wallet it is. Nothing that is hidden from its reader is sent, unless it was typed anew. */
export function EditWalletForm({ wallet, settings, onClose, onRead }: ActProps) {
  const t = useTranslations("wallets.desk");
  const tDesk = useTranslations("desk");
  const inLanguage = useInLanguage();
  const language = useLanguage();
  const update = useRequest(api.change, { params: { walletId: wallet.id } });
  const editor = useEditor({
    record: wallet,
    fieldsOf,
    bodyOf: (fields) => ({ ...fields, ...eachProfileField((name) => fields[name] || null) }),
    change: {
      ...update,
      // New members agree to today's words.
      send: (body) =>
        update.send({
          ...body,
          ...(body.isOptedIn && { consent: { version: settings.consent.version, language } }),
        }),
      read: onRead,
    },
    said: t("acts.saved"),
    onSaved: onClose,
  });
  const { fields, field, change: set, record } = editor;
  const joins = fields.isOptedIn && !record.isOptedIn;
  const hintOf = (name: string) => {
    if (!record.masked.includes(name)) return undefined;
    const shown = { contactMsisdn: record.mobile, email: record.email, nid: record.nationalId }[name];
    return shown ? t("acts.hidden", { value: shown }) : t("acts.hiddenNothing");
  };
  return (
    <EditorDrawer
      title={t("acts.edit")}
      submitLabel={t("acts.save")}
      editor={editor}
      describe={(name, shown) => {
        if (name === "isOptedIn" || name === "redemptionEnabled")
          return {
            label: t(name === "isOptedIn" ? "acts.optedIn" : "acts.redemption"),
            value: tDesk(shown[name] ? "yes" : "no"),
          };
        if (name === "contactMsisdn") return { label: t("enrol.mobile"), value: shown[name] };
        const label = inLanguage(PROFILE[name].names);
        if (name !== "gender") return { label, value: shown[name] };
        return { label, value: shown.gender && t(`enrol.${shown.gender === "male" ? "male" : "female"}`) };
      }}
      onClose={onClose}
    >
      <TextField
        label={t("enrol.mobile")}
        {...field("contactMsisdn")}
        description={hintOf("contactMsisdn")}
        isCode
        type="tel"
        autoComplete="off"
        maxLength={32}
      />
      <ProfileFields values={fields} onChange={set} errorOf={editor.errorAt} hintOf={hintOf} />
      <OptIn {...field("isOptedIn")} joins={joins && settings.consent} />
      <Checkbox
        isSelected={fields.redemptionEnabled}
        onChange={(redemptionEnabled) => set({ redemptionEnabled })}
      >
        {t("acts.redemption")}
      </Checkbox>
      <Consents consents={record.consents} />
    </EditorDrawer>
  );
}

/** Membership, with the words that a new member agrees to. */
function OptIn({
  value,
  onChange,
  joins,
}: {
  value: boolean;
  onChange: (isOptedIn: boolean) => void;
  joins: WalletSettings["consent"] | false;
}) {
  const t = useTranslations("wallets.desk.acts");
  const language = useLanguage();
  return (
    <div className="grid gap-1">
      <Checkbox isSelected={value} onChange={onChange}>
        {t("optedIn")}
      </Checkbox>
      <p className="text-ink-faint text-sm">{t("optedInHint")}</p>
      {joins && (
        <blockquote className="mt-2 rounded-xl bg-sunken px-4 py-3">
          <p className="mb-1 text-ink-soft text-sm">{t("agreesNow", { version: joins.version })}</p>
          {joins[language]}
        </blockquote>
      )}
    </div>
  );
}

/** Values of the fields: empty where one is hidden. */
function fieldsOf(wallet: DeskWallet) {
  const show = (name: string, value: string | null) => (wallet.masked.includes(name) ? "" : (value ?? ""));
  return {
    contactMsisdn: show("contactMsisdn", wallet.mobile),
    ...eachProfileField((name) => show(name, wallet[shownName(name)])),
    isOptedIn: wallet.isOptedIn,
    redemptionEnabled: wallet.redemptionEnabled,
  };
}

function eachProfileField<Value>(read: (name: keyof ProfileValues) => Value) {
  return Object.fromEntries(PROFILE_FIELDS.map((name) => [name, read(name)])) as Record<
    keyof ProfileValues,
    Value
  >;
}

function Consents({ consents }: Pick<DeskWallet, "consents">) {
  const t = useTranslations("wallets.desk.acts");
  if (consents.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-soft text-sm">{t("consents")}</h3>
      <ul className="grid gap-2 text-sm">
        {consents.map(({ id, isGiven, at, by, text, proof }) => (
          <li key={id} className="rounded-xl bg-sunken px-4 py-2.5">
            {t.rich(isGiven ? "consentGiven" : "consentWithdrawn", {
              date: () => <DateTime value={at} />,
              name: () => <bdi>{by}</bdi>,
            })}
            {text && (
              <p dir="auto" className="mt-1 text-ink-soft">
                {text}
              </p>
            )}
            {proof && (
              <p dir="auto" className="mt-1">
                {t("consentProof", { proof })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
