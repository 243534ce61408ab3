"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { LastDayField } from "@/components/kit/day-edge";
import { EditorDrawer } from "@/components/kit/editor-form";
import { pickFields } from "@/components/kit/merge";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { endClockOf } from "@/components/kit/wall-clock";
import { isLimitName, LimitFields, limitValues, useLimitText } from "@/components/programme/limit-fields";
import { Checkbox } from "@/components/ui/checkbox";
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
import { BranchesField, MerchantField, UseField } from "./client-reach";
import { TurnoverField } from "./turnover-field";
import { useClientChoices } from "./use-client-choices";

/** First values of a new client: it may do what a sale on the developer pages does. The other rights are given to those who ask for them. */
const NEW = {
  ...CLIENT_DEFAULTS,
  name: "",
  scopes: ["reward", "redeem", "refund", "cancel", "deals", "wallet"] as ClientScope[],
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
    /** Chosen when it is issued, and never again. Null: not yet. */
    isTest: client?.isTest ?? null,
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

type RequestMark = "legacyHttp200" | "isStrict" | "ownDealsOnly" | "exposeNid";

interface FormProps {
  client: Client | null;
  /** Owner of a new one, unless an operator chooses another. */
  merchantId?: number | null;
  /** A new client's ClientId, to be shown at once. */
  onIssued?: (issued: IssuedClientAnswer) => void;
  onClose: () => void;
}
interface PartProps {
  client: Client | null;
  editor: Editor<Fields>;
  mayGiveAll: boolean;
}

/** A new client, or one to be changed. */
export function ClientForm(props: FormProps) {
  const { client, onClose } = props;
  const t = useTranslations("clients");
  const { merchant } = useMe();
  const mayGiveAll = useClientChoices().data?.mayGiveAll ?? false;
  const describe = useDescribe();
  const editor = useClientEditor(props);
  const { fields, field } = editor;
  const part = { client, editor, mayGiveAll };
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
      {client === null && merchant === null && (
        <MerchantField
          {...field("merchantId")}
          onChange={(merchantId) => editor.change({ merchantId, branchIds: fields.branchIds && [] })}
        />
      )}
      {client === null && (
        <UseField value={fields.isTest} change={editor.change} errorMessage={editor.errorAt("isTest")} />
      )}
      <ToggleChips
        label={t("scopes")}
        options={CLIENT_SCOPES.map((id) => ({ id, label: `${t(`scope.${id}`)} · ${id}` }))}
        values={fields.scopes}
        onChange={(scopes) => editor.change({ scopes })}
        errorMessage={editor.errorAt("scopes")}
      />
      <BranchesField {...field("branchIds")} merchantId={fields.merchantId} />
      <LastDayField label={t("lastDay")} description={t("lastDayHint")} {...field("expiresAt")} />
      <Network {...part} />
      <Requests {...part} />
      {client === null && fields.isTest === false && <TurnoverField onLimits={editor.change} />}
      {client?.isTest !== true && fields.isTest !== true && <Limits {...part} />}
    </EditorDrawer>
  );
}

function useClientEditor({ client, merchantId = null, onIssued, onClose }: FormProps) {
  const t = useTranslations("clients");
  const { merchant } = useMe();
  const params = { clientId: client?.id ?? 0 };
  const issue = useRequest(api.create);
  const change = useRequest(api.change, { params });
  return useEditor({
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
}

/** Addresses that requests may come from, and how many. */
function Network({ client, editor: { fields, field, change, errorAt }, mayGiveAll }: PartProps) {
  const t = useTranslations("clients");
  const { rate } = fields;
  const setRate = (changes: Partial<Rate>) =>
    change({ rate: { ...CLIENT_RATE_DEFAULT, ...rate, ...changes } });
  const list = (name: "ipRanges" | "allowedOrigins") => ({
    label: t(name),
    description: t(`${name}Hint`),
    ...field(name),
    isCode: true,
    autoComplete: "off",
  });
  return (
    <Folded label={t("groups.network")} isOpen={client !== null}>
      <TextField {...list("ipRanges")} placeholder="10.1.0.0/16, 203.0.113.7" />
      <TextField {...list("allowedOrigins")} placeholder="https://till.example" />
      <div className="grid gap-3">
        {mayGiveAll && (
          <Checkbox
            isSelected={rate === null}
            onChange={(isFree) => change({ rate: isFree ? null : CLIENT_RATE_DEFAULT })}
          >
            {t("noLimit")}
          </Checkbox>
        )}
        {rate !== null && (
          <div className="grid gap-5 sm:grid-cols-2">
            {(["perSecond", "burst"] as const).map((name) => (
              <NumberField
                key={name}
                label={t(name)}
                value={rate[name]}
                onChange={(count) => setRate({ [name]: count })}
                errorMessage={errorAt(`rate.${name}`)}
              />
            ))}
          </div>
        )}
      </div>
    </Folded>
  );
}

/** Rules of a client's requests and answers. */
function Requests({ client, editor, mayGiveAll }: PartProps) {
  const t = useTranslations("clients");
  const mark = (name: RequestMark, hint?: string) => (
    <Mark editor={editor} name={name} label={t(name)} hint={hint} />
  );
  return (
    <Folded label={t("groups.requests")} isOpen={client !== null}>
      <div>
        <ToggleChips
          label={t("keyRequiredFor")}
          options={CLIENT_KEYED_SCOPES.map((id) => ({ id, label: t(`scope.${id}`) }))}
          values={editor.fields.keyRequiredFor}
          onChange={(keyRequiredFor) => editor.change({ keyRequiredFor })}
        />
        <p className="mt-1.5 text-ink-faint text-sm">{t("keyRequiredHint")}</p>
      </div>
      {mark("legacyHttp200", t("legacyHttp200Hint"))}
      {mark("isStrict", t("isStrictHint"))}
      {client !== null && (
        <RadioGroup
          label={t("signing")}
          isLoose
          description={t(canSign(client) ? "signingHint" : "signingNeedsSecret")}
          options={CLIENT_SIGNING_MODES.map((id) => ({ id, label: t(`signingModes.${id}`) }))}
          isDisabled={!canSign(client) && client.signing === "off"}
          {...editor.field("signing")}
        />
      )}
      {mark("ownDealsOnly")}
      {mayGiveAll && mark("exposeNid")}
    </Folded>
  );
}

/** A client's own limits, or those for all clients of its merchant. */
function Limits({ client, editor, mayGiveAll }: PartProps) {
  const t = useTranslations("desk.limits");
  const { hasOwnLimits } = editor.fields;
  return (
    <Folded label={t("title")} isOpen={client !== null}>
      {mayGiveAll && <Mark editor={editor} name="hasOwnLimits" label={t("hasOwnLimits")} />}
      <p className="text-ink-soft text-sm">{t(hasOwnLimits ? "ownLead" : "clientLead")}</p>
      {(mayGiveAll || !hasOwnLimits) && <LimitFields editor={editor} of="client" />}
    </Folded>
  );
}

/** A setting that is so or not, with a sentence that helps. */
function Mark({
  editor: { fields, change },
  name,
  label,
  hint,
}: {
  editor: Editor<Fields>;
  name: "hasOwnLimits" | RequestMark;
  label: string;
  hint?: string | undefined;
}) {
  const box = (
    <Checkbox isSelected={fields[name]} onChange={(isSelected) => change({ [name]: isSelected })}>
      {label}
    </Checkbox>
  );
  if (hint === undefined) return box;
  return (
    <div>
      {box}
      <p className="ms-7.5 text-ink-faint text-sm">{hint}</p>
    </div>
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
  const yesOrNo = (is: boolean) => tDesk(is ? "yes" : "no");
  const scopes = (names: readonly ClientScope[]) => names.map((scope) => t(`scope.${scope}`)).join(", ");
  const branches = (ids: readonly number[] | null, merchantId: number | null) =>
    choices?.merchants
      .find(({ id }) => id === merchantId)
      ?.branches.filter(({ id }) => ids?.includes(id))
      .map(nameOf)
      .join(", ") ?? "";
  return (name: keyof Fields, fields: Fields): { label: string; value: string } => {
    if (isLimitName(name)) return { label: tDesk(`limits.field.${name}`), value: limitText(name, fields) };
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
        return { label: t("sandbox.isTest"), value: yesOrNo(fields.isTest === true) };
      case "hasOwnLimits":
        return { label: tDesk("limits.hasOwnLimits"), value: yesOrNo(fields.hasOwnLimits) };
      case "legacyHttp200":
      case "isStrict":
      case "ownDealsOnly":
      case "exposeNid":
        return { label: t(name), value: yesOrNo(fields[name]) };
      case "signing":
        return { label: t(name), value: t(`signingModes.${fields[name]}`) };
      case "expiresAt":
        return {
          label: t("lastDay"),
          value: endClockOf(fields.expiresAt, zone)?.toString().replace("T23:59:00", "") ?? "",
        };
      case "merchantId":
        return { label: t("merchant"), value: "" };
      default:
        return { label: t(name), value: fields[name] };
    }
  };
}
