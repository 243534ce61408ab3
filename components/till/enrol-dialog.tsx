"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import type { input } from "zod/v4/core";
import { ask, send } from "@/components/kit/contract";
import { EditorForm, useAskedClose } from "@/components/kit/editor-form";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { RowSkeletons } from "@/components/kit/paged-list";
import { outdate } from "@/components/kit/query";
import { QueryState } from "@/components/kit/query-state";
import { Intention, newReference, REFERENCE_TAKEN } from "@/components/kit/reference";
import { useEditor } from "@/components/kit/use-editor";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import { useLanguage } from "@/components/ui/use-language";
import { ConsentFields } from "@/components/wallet/consent-fields";
import { mobileOf, NumberCheck } from "@/components/wallet/number-check";
import { NUMBER_TAKEN } from "@/components/wallet/number-taken";
import { walletQuery } from "@/components/wallet/queries";
import { enrolAtTillSchema } from "@/lib/areas/wallets/schemas";
import type { EnrolWords } from "@/lib/areas/wallets/shown-schemas";
import { tillWallets } from "@/lib/areas/wallets/till-contract";
import { askNewPin, useDisplayToAnswer, useShown } from "./display";
import { isoDayOf, type NewCustomer } from "./new-customer";

const IDLE = { name: "idle" } as const;
const MOBILE = { isCode: true, type: "tel", maxLength: 32 } as const;

interface EnrolDialogProps {
  branchId: number;
  /** As it was typed into the box. */
  customer: NewCustomer;
  /** The wallet that was opened, which is in the query cache, or one that the number has already. */
  onDone: (walletId: number) => void;
  onClose: () => void;
}

/** Opens a wallet for a customer who is unknown, in the middle of a sale. */
export function EnrolDialog(props: EnrolDialogProps) {
  const t = useTranslations("till.enrol");
  const words = useQuery(ask(tillWallets.enrolWords));
  const close = useRef(props.onClose);
  return (
    <Dialog size="large" onClose={() => close.current()} title={t("title")}>
      <QueryState loading={<RowSkeletons className="h-16" />} query={words}>
        {({ consent }) => (
          <EnrolForm {...props} close={close} consent={consent} onOutdated={() => void words.refetch()} />
        )}
      </QueryState>
    </Dialog>
  );
}

interface EnrolFormProps extends EnrolDialogProps {
  /** Is called to close the dialog: the form asks before where something was typed. */
  close: RefObject<() => void>;
  consent: EnrolWords["consent"];
  /** The words are not those of this version any more. */
  onOutdated: () => void;
}

type FreshField = "contactMsisdn" | "name" | "birthDate" | "pin" | "referralMsisdn";

function EnrolForm(props: EnrolFormProps) {
  const t = useTranslations("till.enrol");
  const { customer, consent, onDone } = props;
  const { editor, errorText, there, answer, answerHere } = useEnrolment(props);
  const leaving = useClosing(props, editor);
  const { fields, field, change, errorAt } = editor;
  const fresh = (name: FreshField) => ({
    ...field(name),
    onChange: (value: string) => change({ [name]: value }),
    autoComplete: "off",
  });
  const isNumberKnown = mobileOf(customer.mobile) !== null;
  const isMissing = errorAt("hasConsented") !== undefined;
  return (
    <EditorForm editor={editor} errorText={errorText}>
      {/* Consent and button are in view beside the fields, also where a window is low. */}
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
        <div className="grid content-start gap-4">
          <TextField
            label={t("mobile")}
            {...fresh("contactMsisdn")}
            onChange={(contactMsisdn) => change({ contactMsisdn, allowsSharedMobile: false })}
            {...MOBILE}
            isRequired
            autoFocus={!isNumberKnown}
          />
          <NumberCheck
            mobile={fields.contactMsisdn}
            allowsSharedMobile={fields.allowsSharedMobile}
            onChange={(allowsSharedMobile) => change({ allowsSharedMobile })}
            openButton={({ walletId }, label) => <Button onPress={() => onDone(walletId)}>{label}</Button>}
          />
          <TextField label={t("name")} {...fresh("name")} maxLength={120} autoFocus={isNumberKnown} />
          <TextField
            label={t("birthDate")}
            description={t("birthDateHint")}
            {...fresh("birthDate")}
            isCode
            maxLength={10}
          />
          {!there && (
            <PasswordField
              label={t("pin")}
              description={t("pinHint")}
              {...fresh("pin")}
              autoComplete="none"
              inputMode="numeric"
              maxLength={6}
            />
          )}
          <TextField
            label={t("referral")}
            description={t("referralHint")}
            {...fresh("referralMsisdn")}
            {...MOBILE}
          />
        </div>
        <div className="grid content-start gap-4">
          <Consent {...{ there, answer, answerHere, isMissing, consent }} values={fields} onChange={change} />
          <Button type="submit" variant="primary" size="large" isPending={editor.isPending}>
            {t("submit")}
          </Button>
        </div>
      </div>
      {leaving}
    </EditorForm>
  );
}

/** Has the dialog closed through the form, which asks before where something was typed. */
function useClosing(
  { close, onClose }: Pick<EnrolFormProps, "close" | "onClose">,
  editor: Parameters<typeof useAskedClose>[0],
) {
  const asked = useAskedClose(editor, onClose);
  useEffect(() => {
    close.current = asked.close;
  });
  return asked.dialog;
}

/** The words that the customer agrees to, here or on their display. */
function Consent({
  there,
  answer,
  answerHere,
  isMissing,
  consent,
  values,
  onChange,
}: Pick<ReturnType<typeof useEnrolment>, "there" | "answer" | "answerHere"> &
  Pick<ComponentProps<typeof ConsentFields>, "values" | "onChange" | "isMissing"> & {
    consent: EnrolWords["consent"];
  }) {
  return there ? (
    <ConsentThere answer={answer} isMissing={isMissing} onHere={answerHere} />
  ) : (
    <ConsentFields
      {...{ words: consent, values, isMissing, onChange }}
      className="max-h-40 overflow-y-auto"
    />
  );
}

/** The form's fields and the opening of the wallet; `answer` is the customer's to these words on their display. */
function useEnrolment({ branchId, customer, consent, onDone, onOutdated }: EnrolFormProps) {
  const t = useTranslations("till.enrol");
  const client = useQueryClient();
  const pageLanguage = useLanguage();
  const [intention] = useState(() => new Intention());
  const [question] = useState(newReference);
  const { there, answerHere } = useDisplayToAnswer();
  const isAnswered = there?.answer?.question === question && there.answer.version === consent.version;
  const answer = isAnswered ? there.answer : null;
  useShown(there ? { name: "consent", question } : IDLE);
  const enrol = useMutation({
    mutationFn: (body: input<typeof enrolAtTillSchema>) => send(tillWallets.enrol, { body }),
    gcTime: 0,
  });
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({
      contactMsisdn: customer.mobile,
      allowsSharedMobile: false,
      name: customer.name,
      birthDate: "",
      pin: "",
      referralMsisdn: "",
      /** The version of the words that the customer has agreed to. */
      hasConsented: null as number | null,
      consent: pageLanguage,
    }),
    bodyOf: ({ contactMsisdn, hasConsented, consent: language, birthDate, ...optional }) => ({
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
      ...(birthDate !== "" && { birthDate: isoDayOf(birthDate) }),
      branchId,
      reference: intention.reference,
      contactMsisdn,
      hasConsented: there ? answer?.agrees === true : hasConsented === consent.version,
      consent: { version: consent.version, language: answer?.language ?? language },
    }),
    create: {
      schema: enrolAtTillSchema,
      send: async (body) => {
        try {
          const wallet = await intention.attempt(() => enrol.mutateAsync(body));
          client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
          onDone(wallet.id);
          if (there) askNewPin(wallet.walletCode);
        } catch (refused) {
          const { code } = toPortalError(refused);
          if (code === "conflict") onOutdated();
          if (code === NUMBER_TAKEN || code === REFERENCE_TAKEN) await outdate(client, "wallets");
          throw refused;
        }
      },
    },
    onSaved: () => undefined,
  });
  const errorText = ({ code }: PortalError) => {
    if (code === NUMBER_TAKEN) return t("number.taken");
    if (code === REFERENCE_TAKEN) return t("openedBefore");
    return code === "conflict" ? t("consentChanged") : undefined;
  };
  return { editor, errorText, there, answer, answerHere };
}

/** In place of the words: the customer reads them on their display, and answers there. */
function ConsentThere({
  answer,
  isMissing,
  onHere,
}: {
  answer: { agrees: boolean } | null;
  isMissing: boolean;
  onHere: () => void;
}) {
  const t = useTranslations("display.till");
  if (answer?.agrees)
    return (
      <Notice kind="success" isAnnounced>
        {t("consentGiven")}
      </Notice>
    );
  return (
    <Notice
      kind={answer !== null || isMissing ? "warning" : "info"}
      isAnnounced={answer !== null || isMissing}
      actions={
        <Button size="small" onPress={onHere}>
          {t("consentHere")}
        </Button>
      }
    >
      {t(answer !== null ? "consentRefused" : isMissing ? "consentMissing" : "consentThere")}
    </Notice>
  );
}
