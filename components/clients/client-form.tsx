"use client";

import { type CalendarDate, parseAbsolute, toCalendarDate } from "@internationalized/date";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { useMe } from "@/components/account/queries";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Checkbox } from "@/components/ui/checkbox";
import { ComboBox } from "@/components/ui/combo-box";
import { DatePicker } from "@/components/ui/date-field";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ToggleChips } from "@/components/ui/toggle-chips";
import {
  CLIENT_KEYED_SCOPES,
  CLIENT_RATE_DEFAULT,
  CLIENT_SCOPES,
  type Client,
  type ClientKeyedScope,
  type ClientScope,
  type IssuedClientAnswer,
} from "@/lib/areas/clients/desk-schemas";
import { readClient, useChangeClient, useClientChoices, useIssueClient } from "./queries";

interface Fields {
  name: string;
  scopes: ClientScope[];
  reach: "all" | "chosen";
  branchIds: number[];
  /** As typed: addresses and ranges, with whatever between them. */
  ipRanges: string;
  isLimited: boolean;
  perSecond: number | null | undefined;
  burst: number | null | undefined;
  keyRequiredFor: ClientKeyedScope[];
  legacyHttp200: boolean;
  exposeNid: boolean;
  lastDay: CalendarDate | null;
}

const NEW: Fields = {
  name: "",
  // What a till needs; the feed of events is for systems that keep up with the log.
  scopes: ["reward", "redeem", "refund", "cancel", "deals"],
  reach: "all",
  branchIds: [],
  ipRanges: "",
  isLimited: true,
  perSecond: CLIENT_RATE_DEFAULT.perSecond,
  burst: CLIENT_RATE_DEFAULT.burst,
  keyRequiredFor: ["redeem"],
  legacyHttp200: false,
  exposeNid: false,
  lastDay: null,
};

function fieldsOf(client: Client | null, timeZone: string): Fields {
  if (client === null) return NEW;
  return {
    name: client.name,
    scopes: client.scopes,
    reach: client.branchIds === null ? "all" : "chosen",
    branchIds: client.branchIds ?? [],
    ipRanges: client.ipRanges.join(", "),
    isLimited: client.rate !== null,
    perSecond: client.rate?.perSecond ?? CLIENT_RATE_DEFAULT.perSecond,
    burst: client.rate?.burst ?? CLIENT_RATE_DEFAULT.burst,
    keyRequiredFor: client.keyRequiredFor,
    legacyHttp200: client.legacyHttp200,
    exposeNid: client.exposeNid,
    // The end is midnight after the last day.
    lastDay:
      client.expiresAt === null
        ? null
        : toCalendarDate(parseAbsolute(new Date(Date.parse(client.expiresAt) - 1).toISOString(), timeZone)),
  };
}

/** What the server is to make of the fields. */
function settingsOf(fields: Fields, client: Client | null, timeZone: string): Record<string, unknown> {
  const { name, scopes, keyRequiredFor, legacyHttp200, exposeNid, lastDay } = fields;
  const isSameDay = lastDay?.toString() === fieldsOf(client, timeZone).lastDay?.toString();
  return {
    name,
    scopes,
    branchIds: fields.reach === "all" ? null : fields.branchIds,
    ipRanges: fields.ipRanges.split(/[\s,;،؛]+/).filter((range) => range !== ""),
    rate: fields.isLimited ? { perSecond: fields.perSecond ?? null, burst: fields.burst ?? null } : null,
    keyRequiredFor,
    legacyHttp200,
    exposeNid,
    // An end that was given to the minute elsewhere stays unless its day is changed.
    ...(!isSameDay && {
      expiresAt: lastDay?.add({ days: 1 }).toDate(timeZone).toISOString() ?? null,
    }),
  };
}

/** A new client, or one to be changed. What was typed stays through every failure. */
export function ClientForm({
  client,
  onIssued,
  onClose,
}: {
  client: Client | null;
  /** A new client's ClientId, to be shown at once. */
  onIssued?: (issued: IssuedClientAnswer) => void;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const timeZone = useTimeZone() ?? "Africa/Cairo";
  const { fieldTextOf } = useErrorText();
  const [base, setBase] = useState(client);
  const [fields, setFields] = useState(() => fieldsOf(client, timeZone));
  const me = useMe();
  const [merchantId, setMerchantId] = useState(client?.merchant.id ?? me.merchant?.id ?? null);
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const issue = useIssueClient();
  const change = useChangeClient(client?.id ?? 0);
  const { data: choices } = useClientChoices();
  const thrown = client === null ? issue.error : change.error;
  const error = thrown && toPortalError(thrown);
  const errorAt = (name: string) => {
    const at = Object.keys(error?.fields ?? {}).find((path) => path === name || path.startsWith(`${name}.`));
    return at === undefined ? undefined : fieldTextOf(error, at);
  };
  const set =
    <Name extends keyof Fields>(name: Name) =>
    (value: Fields[Name]) =>
      setFields((present) => ({ ...present, [name]: value }));
  const submit = () => {
    setForeign(null);
    const settings = settingsOf(fields, base, timeZone);
    if (base === null)
      return issue.mutate({ merchantId, ...settings }, { onSuccess: (answer) => onIssued?.(answer) });
    change.mutate(
      { version: base.version, ...settings },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("saved") });
          onClose();
        },
        onError: async (refused) => {
          if (toPortalError(refused).code !== "conflict") return;
          const there = await readClient(base.id);
          setForeign(differences(base, there));
          setBase(there);
        },
      },
    );
  };
  const differences = (read: Client, there: Client): ForeignChange[] => {
    const shown = (of: Client) => ({
      [t("name")]: of.name,
      [t("scopes")]: of.scopes.map((scope) => t(`scope.${scope}`)).join(", "),
      [t("ipRanges")]: of.ipRanges.join(", "),
      [t("rate")]: of.rate === null ? t("noLimit") : `${of.rate.perSecond} / ${of.rate.burst}`,
      [t("keyRequiredFor")]: of.keyRequiredFor.map((scope) => t(`scope.${scope}`)).join(", "),
      [t("legacyHttp200")]: of.legacyHttp200 ? t("yes") : t("no"),
      [t("branches")]: of.branchIds === null ? t("allBranches") : of.branchIds.join(", "),
    });
    const before = shown(read);
    return Object.entries(shown(there))
      .filter(([label, value]) => before[label] !== value)
      .map(([label, value]) => ({ label, value }));
  };
  return (
    <FormDrawer
      title={client === null ? t("issueTitle") : t("editTitle", { name: client.name })}
      submitLabel={client === null ? t("issue") : t("save")}
      isDirty={JSON.stringify(fields) !== JSON.stringify(fieldsOf(client, timeZone))}
      isPending={issue.isPending || change.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      <TextField
        label={t("name")}
        description={t("nameHint")}
        value={fields.name}
        onChange={set("name")}
        errorMessage={errorAt("name")}
        maxLength={120}
        autoComplete="off"
      />
      <MerchantField
        isShown={client === null}
        value={merchantId}
        onChange={(id) => {
          setMerchantId(id);
          setFields((present) => ({ ...present, branchIds: [] }));
        }}
        errorMessage={errorAt("merchantId")}
      />
      <div>
        <ToggleChips
          label={t("scopes")}
          options={CLIENT_SCOPES.map((id) => ({ id, label: t(`scope.${id}`) }))}
          values={fields.scopes}
          onChange={set("scopes")}
        />
        <Problem text={errorAt("scopes")} />
      </div>
      <BranchesField fields={fields} set={set} merchantId={merchantId} errorMessage={errorAt("branchIds")} />
      <TextField
        label={t("ipRanges")}
        description={t("ipRangesHint")}
        placeholder="10.1.0.0/16, 203.0.113.7"
        value={fields.ipRanges}
        onChange={set("ipRanges")}
        errorMessage={errorAt("ipRanges")}
        isCode
        autoComplete="off"
      />
      <div className="grid gap-3">
        {(choices?.mayGiveAll ?? false) && (
          <Checkbox isSelected={!fields.isLimited} onChange={(isFree) => set("isLimited")(!isFree)}>
            {t("noLimit")}
          </Checkbox>
        )}
        {fields.isLimited && (
          <div className="grid gap-5 sm:grid-cols-2">
            <NumberField
              label={t("perSecond")}
              value={fields.perSecond}
              onChange={set("perSecond")}
              errorMessage={errorAt("rate.perSecond")}
            />
            <NumberField
              label={t("burst")}
              value={fields.burst}
              onChange={set("burst")}
              errorMessage={errorAt("rate.burst")}
            />
          </div>
        )}
      </div>
      <div>
        <ToggleChips
          label={t("keyRequiredFor")}
          options={CLIENT_KEYED_SCOPES.map((id) => ({ id, label: t(`scope.${id}`) }))}
          values={fields.keyRequiredFor}
          onChange={set("keyRequiredFor")}
        />
        <p className="mt-1.5 text-ink-faint text-sm">{t("keyRequiredHint")}</p>
      </div>
      <div>
        <Checkbox isSelected={fields.legacyHttp200} onChange={set("legacyHttp200")}>
          {t("legacyHttp200")}
        </Checkbox>
        <p className="ms-7.5 text-ink-faint text-sm">{t("legacyHttp200Hint")}</p>
      </div>
      {(choices?.mayGiveAll ?? false) && (
        <Checkbox isSelected={fields.exposeNid} onChange={set("exposeNid")}>
          {t("exposeNid")}
        </Checkbox>
      )}
      <DatePicker
        label={t("lastDay")}
        description={t("lastDayHint")}
        value={fields.lastDay}
        onChange={set("lastDay")}
        errorMessage={errorAt("expiresAt")}
      />
    </FormDrawer>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p role="alert" className="mt-1.5 text-danger text-sm">
      {text}
    </p>
  );
}

/** Whose client it is to be: for those who act for more than one merchant. */
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
  const inLanguage = useInLanguage();
  const { merchant } = useMe();
  const { data: choices } = useClientChoices();
  if (!isShown || merchant !== null) return null;
  const options = (choices?.merchants ?? [])
    .filter(({ isActive }) => isActive)
    .map(({ id, nameEn, nameAr }) => ({ id, label: inLanguage({ en: nameEn, ar: nameAr }) }));
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
  fields,
  set,
  merchantId,
  errorMessage,
}: {
  fields: Fields;
  set: <Name extends keyof Fields>(name: Name) => (value: Fields[Name]) => void;
  merchantId: number | null;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("clients");
  const inLanguage = useInLanguage();
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
        value={fields.reach}
        onChange={set("reach")}
        errorMessage={fields.reach === "chosen" ? errorMessage : undefined}
      />
      {fields.reach === "chosen" && (
        <ul
          className="grid max-h-56 gap-0.5 overflow-auto rounded-xl border border-line p-2"
          aria-label={t("someBranches")}
        >
          {branches.map(({ id, nameEn, nameAr, isActive }) => (
            <li key={id}>
              <Checkbox
                isSelected={fields.branchIds.includes(id)}
                onChange={(isChosen) =>
                  set("branchIds")(
                    isChosen ? [...fields.branchIds, id] : fields.branchIds.filter((other) => other !== id),
                  )
                }
              >
                <bdi>{inLanguage({ en: nameEn, ar: nameAr })}</bdi>
                {!isActive && <span className="ms-2 text-ink-faint text-sm">{t("branchInactive")}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
