"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { LastDayField } from "@/components/kit/day-edge";
import { EditorDrawer } from "@/components/kit/editor-form";
import { pickFields } from "@/components/kit/merge";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { endClockOf } from "@/components/kit/wall-clock";
import { LimitFields, limitValues, useLimitText } from "@/components/programme/limit-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { ComboBox } from "@/components/ui/combo-box";
import { Folded } from "@/components/ui/folded";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { clients as api } from "@/lib/areas/clients/contract";
import type { ClientScope } from "@/lib/areas/clients/desk-schemas";
import type { Client, IssuedClientAnswer } from "@/lib/areas/clients/record";
import {
  CLIENT_DEFAULTS,
  CLIENT_KEYED_SCOPES,
  CLIENT_RATE_DEFAULT,
  CLIENT_SCOPES,
  CLIENT_SIGNING_MODES,
} from "@/lib/areas/clients/words";
import { useClientChoices } from "./use-client-choices";

/** First values of a new client. Operations that are no part of the interface are given to those who ask for them. */
const NEW = {
  ...CLIENT_DEFAULTS,
  name: "",
  scopes: ["reward", "redeem", "refund", "cancel", "deals"] as ClientScope[],
};
type Settings = Pick<Client, keyof typeof NEW>;
const SETTINGS = Object.keys(NEW) as (keyof Settings)[];

interface Rate {
  perSecond: number | null | undefined;
  burst: number | null | undefined;
}

function fieldsOf(client: Client | null, merchantId: number | null) {
  const settings = pickFields<Settings>(client ?? NEW, SETTINGS) as Settings;
  return {
    merchantId: client?.merchant.id ?? merchantId,
    /** Chosen when it is issued, and never again. */
    isTest: client?.isTest ?? false,
    ...settings,
    /** As typed: addresses and ranges, with whatever between them. */
    ipRanges: settings.ipRanges.join(", "),
    allowedOrigins: settings.allowedOrigins.join(", "),
    /** Null: no limit. */
    rate: settings.rate as Rate | null,
    ...limitValues(client),
  };
}
type Fields = ReturnType<typeof fieldsOf>;

/** A new client, or one to be changed. */
export function ClientForm({
  client,
  merchantId = null,
  onIssued,
  onClose,
}: {
  client: Client | null;
  /** Owner of a new one, unless an operator chooses another. */
  merchantId?: number | null;
  /** A new client's ClientId, to be shown at once. */
  onIssued?: (issued: IssuedClientAnswer) => void;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const { merchant } = useMe();
  const params = { clientId: client?.id ?? 0 };
  const issue = useRequest(api.create);
  const change = useRequest(api.change, { params });
  const { data: choices } = useClientChoices();
  const describe = useDescribe();
  const tDesk = useTranslations("desk");
  const editor = useEditor({
    record: client,
    fieldsOf: (read) => fieldsOf(read, merchant?.id ?? merchantId),
    bodyOf: (fields) => ({
      ...fields,
      ipRanges: listOf(fields.ipRanges),
      allowedOrigins: listOf(fields.allowedOrigins),
    }),
    create: {
      ...issue,
      send: async (body) => onIssued?.(await issue.send(body)),
    },
    change: { ...change, read: () => send(api.read, { params }) },
    onSaved: () => {
      if (client === null) return;
      toast({ kind: "success", title: t("saved") });
      onClose();
    },
  });
  const { fields, field, change: set, errorAt } = editor;
  const setRate = (changes: Partial<Rate>) =>
    set({ rate: { ...CLIENT_RATE_DEFAULT, ...fields.rate, ...changes } });
  return (
    <EditorDrawer
      title={client === null ? t("issueTitle") : t("editTitle", { name: client.name })}
      submitLabel={client === null ? t("issue") : t("save")}
      editor={editor}
      describe={describe}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        description={t("nameHint")}
        {...field("name")}
        maxLength={120}
        autoComplete="off"
      />
      <MerchantField
        isShown={client === null}
        value={fields.merchantId}
        onChange={(merchantId) => set({ merchantId, branchIds: fields.branchIds && [] })}
        errorMessage={errorAt("merchantId")}
      />
      {client === null && (
        <div>
          <Checkbox isSelected={fields.isTest} onChange={(isTest) => set({ isTest })}>
            {t("sandbox.isTest")}
          </Checkbox>
          <p className="ms-7.5 text-ink-faint text-sm">{t("sandbox.isTestHint")}</p>
        </div>
      )}
      <ToggleChips
        label={t("scopes")}
        options={CLIENT_SCOPES.map((id) => ({ id, label: t(`scope.${id}`) }))}
        values={fields.scopes}
        onChange={(scopes) => set({ scopes })}
        errorMessage={errorAt("scopes")}
      />
      <BranchesField {...field("branchIds")} merchantId={fields.merchantId} />
      <LastDayField label={t("lastDay")} description={t("lastDayHint")} {...field("expiresAt")} />
      <Folded label={t("groups.network")} isOpen={client !== null}>
        <TextField
          label={t("ipRanges")}
          description={t("ipRangesHint")}
          placeholder="10.1.0.0/16, 203.0.113.7"
          {...field("ipRanges")}
          isCode
          autoComplete="off"
        />
        <TextField
          label={t("allowedOrigins")}
          description={t("allowedOriginsHint")}
          placeholder="https://till.example"
          {...field("allowedOrigins")}
          isCode
          autoComplete="off"
        />
        <div className="grid gap-3">
          {(choices?.mayGiveAll ?? false) && (
            <Checkbox
              isSelected={fields.rate === null}
              onChange={(isFree) => set({ rate: isFree ? null : CLIENT_RATE_DEFAULT })}
            >
              {t("noLimit")}
            </Checkbox>
          )}
          {fields.rate !== null && (
            <div className="grid gap-5 sm:grid-cols-2">
              <NumberField
                label={t("perSecond")}
                value={fields.rate.perSecond}
                onChange={(perSecond) => setRate({ perSecond })}
                errorMessage={errorAt("rate.perSecond")}
              />
              <NumberField
                label={t("burst")}
                value={fields.rate.burst}
                onChange={(burst) => setRate({ burst })}
                errorMessage={errorAt("rate.burst")}
              />
            </div>
          )}
        </div>
      </Folded>
      <Folded label={t("groups.requests")} isOpen={client !== null}>
        <div>
          <ToggleChips
            label={t("keyRequiredFor")}
            options={CLIENT_KEYED_SCOPES.map((id) => ({ id, label: t(`scope.${id}`) }))}
            values={fields.keyRequiredFor}
            onChange={(keyRequiredFor) => set({ keyRequiredFor })}
          />
          <p className="mt-1.5 text-ink-faint text-sm">{t("keyRequiredHint")}</p>
        </div>
        <div>
          <Checkbox isSelected={fields.legacyHttp200} onChange={(legacyHttp200) => set({ legacyHttp200 })}>
            {t("legacyHttp200")}
          </Checkbox>
          <p className="ms-7.5 text-ink-faint text-sm">{t("legacyHttp200Hint")}</p>
        </div>
        <div>
          <Checkbox isSelected={fields.isStrict} onChange={(isStrict) => set({ isStrict })}>
            {t("isStrict")}
          </Checkbox>
          <p className="ms-7.5 text-ink-faint text-sm">{t("isStrictHint")}</p>
        </div>
        {client !== null && (
          <RadioGroup
            label={t("signing")}
            isLoose
            description={t(canSign(client) ? "signingHint" : "signingNeedsSecret")}
            options={CLIENT_SIGNING_MODES.map((id) => ({ id, label: t(`signingModes.${id}`) }))}
            isDisabled={!canSign(client) && client.signing === "off"}
            {...field("signing")}
          />
        )}
        <Checkbox isSelected={fields.ownDealsOnly} onChange={(ownDealsOnly) => set({ ownDealsOnly })}>
          {t("ownDealsOnly")}
        </Checkbox>
        {(choices?.mayGiveAll ?? false) && (
          <Checkbox isSelected={fields.exposeNid} onChange={(exposeNid) => set({ exposeNid })}>
            {t("exposeNid")}
          </Checkbox>
        )}
      </Folded>
      {client?.isTest !== true && !fields.isTest && (
        <Folded label={tDesk("limits.title")} isOpen={client !== null}>
          {(choices?.mayGiveAll ?? false) && (
            <Checkbox isSelected={fields.hasOwnLimits} onChange={(hasOwnLimits) => set({ hasOwnLimits })}>
              {tDesk("limits.hasOwnLimits")}
            </Checkbox>
          )}
          <p className="text-ink-soft text-sm">
            {tDesk(fields.hasOwnLimits ? "limits.ownLead" : "limits.clientLead")}
          </p>
          {(choices?.mayGiveAll || !fields.hasOwnLimits) && <LimitFields editor={editor} of="client" />}
        </Folded>
      )}
    </EditorDrawer>
  );
}

function canSign({ signingSecrets }: Client): boolean {
  return signingSecrets.some(({ isLive }) => isLive);
}

/** Typed values, whatever separates them. */
function listOf(text: string): string[] {
  return text.split(/[\s,;،؛]+/).filter((item) => item !== "");
}

/** A client's settings in words. */
function useDescribe() {
  const t = useTranslations("clients");
  const tDesk = useTranslations("desk");
  const nameOf = useNameOf();
  const limitText = useLimitText();
  const zone = useTimeZone() ?? "UTC";
  const { data: choices } = useClientChoices();
  const scopes = (names: readonly ClientScope[]) => names.map((scope) => t(`scope.${scope}`)).join(", ");
  const branches = (ids: readonly number[] | null, merchantId: number | null) =>
    choices?.merchants
      .find(({ id }) => id === merchantId)
      ?.branches.filter(({ id }) => ids?.includes(id))
      .map(nameOf)
      .join(", ") ?? "";
  return (name: keyof Fields, fields: Fields): { label: string; value: string } => {
    switch (name) {
      case "scopes":
      case "keyRequiredFor":
        return { label: t(name), value: scopes(fields[name]) };
      case "branchIds":
        return {
          label: t("branches"),
          value: fields.branchIds === null ? t("allBranches") : branches(fields.branchIds, fields.merchantId),
        };
      case "rate":
        return {
          label: t("rate"),
          value: fields.rate === null ? t("noLimit") : `${fields.rate.perSecond} / ${fields.rate.burst}`,
        };
      case "isTest":
        return { label: t("sandbox.isTest"), value: tDesk(fields.isTest ? "yes" : "no") };
      case "legacyHttp200":
      case "isStrict":
      case "ownDealsOnly":
      case "exposeNid":
        return { label: t(name), value: tDesk(fields[name] ? "yes" : "no") };
      case "signing":
        return { label: t(name), value: t(`signingModes.${fields[name]}`) };
      case "expiresAt":
        return {
          label: t("lastDay"),
          value: endClockOf(fields.expiresAt, zone)?.toString().replace("T23:59:00", "") ?? "",
        };
      case "merchantId":
        return { label: t("merchant"), value: "" };
      case "hasOwnLimits":
        return { label: tDesk("limits.hasOwnLimits"), value: tDesk(fields[name] ? "yes" : "no") };
      case "rewardValueMax":
      case "personRewardPointsMax":
      case "personReversedValueMax":
      case "walletRewardsMax":
      case "unprovedValueMax":
      case "repeatedInvoices":
        return { label: tDesk(`limits.field.${name}`), value: limitText(name, fields) };
      default:
        return { label: t(name), value: fields[name] };
    }
  };
}

/** Owner of the client: for those who act for more than one merchant. */
function MerchantField({
  isShown,
  value,
  onChange,
  errorMessage,
}: {
  isShown: boolean;
  value: number | null;
  onChange: (merchantId: number | null) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const { merchant } = useMe();
  const { data: choices } = useClientChoices();
  if (!isShown || merchant !== null) return null;
  const options = (choices?.merchants ?? [])
    .filter(({ isActive }) => isActive)
    .map((named) => ({ id: named.id, label: nameOf(named) }));
  return (
    <ComboBox
      // The list of a combo box is what it began with.
      key={options.length}
      label={t("merchant")}
      options={options}
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
    />
  );
}

/** All branches, future ones too, or some. */
function BranchesField({
  value,
  onChange,
  errorMessage,
  merchantId,
}: {
  value: readonly number[] | null;
  onChange: (branchIds: number[] | null) => void;
  errorMessage: string | undefined;
  merchantId: number | null;
}) {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const { data: choices } = useClientChoices();
  const branches = choices?.merchants.find(({ id }) => id === merchantId)?.branches ?? [];
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t("branches")}
        options={[
          { id: "all", label: t("allBranches") },
          { id: "chosen", label: t("someBranches") },
        ]}
        value={value === null ? "all" : "chosen"}
        onChange={(reach) => onChange(reach === "all" ? null : [])}
        errorMessage={errorMessage}
      />
      {value !== null && (
        <ul
          className="grid max-h-56 gap-0.5 overflow-auto rounded-xl border border-line p-2"
          aria-label={t("someBranches")}
        >
          {branches.map(({ id, nameEn, nameAr, isActive }) => (
            <li key={id}>
              <Checkbox
                isSelected={value.includes(id)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...value, id] : value.filter((other) => other !== id))
                }
              >
                <bdi>{nameOf({ nameEn, nameAr })}</bdi>
                {!isActive && <span className="ms-2 text-ink-faint text-sm">{t("branchInactive")}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
