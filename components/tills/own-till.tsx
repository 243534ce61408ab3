"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { tills as api } from "@/lib/areas/tills/contract";
import type { OwnTill } from "@/lib/areas/tills/schemas";
import { BRANCH_CODE_LENGTH } from "@/lib/portal/session/till-code";

const ASK_EVERY_SECONDS = 4;

/** The state of this device; asked for again and again, since a supervisor registers it elsewhere. */
export const useOwnTill = () => useQuery(ask(api.own, {}, { follows: ASK_EVERY_SECONDS })).data;

/** How this device becomes a till: by the code that it shows, or by a code of the branch that is typed here. */
export function OwnTillCode({ device }: { device: OwnTill | undefined }) {
  const t = useTranslations("till.gate");
  const nameOf = useNameOf();
  const request = useSend(api.request);
  // Asked for once; after that by the button, so that a forgotten screen does not go on asking.
  const hasAsked = useRef(false);
  const isWaiting = device?.code != null;
  const mayAsk = device !== undefined && !isWaiting && device.till === null;
  const { mutate } = request;
  useEffect(() => {
    if (!mayAsk || hasAsked.current) return;
    hasAsked.current = true;
    mutate({});
  }, [mayAsk, mutate]);
  if (device === undefined) return <Skeleton className="mx-auto h-12 w-48" />;
  const { branches, branchId, code, till } = device;
  const branch = branches.find(({ id }) => id === branchId);
  const others = branches.filter(({ id }) => id !== branchId && id !== till?.branch.id);
  return (
    <div className="grid gap-5">
      {isWaiting && (
        <div className="text-center" aria-live="polite">
          <span className="block text-sm">{t("code")}</span>
          <bdi dir="ltr" className="block font-semibold text-4xl text-ink tabular-nums tracking-[0.2em]">
            {code}
          </bdi>
          {branch && branches.length > 1 && (
            <span className="block text-sm">{t("forBranch", { name: nameOf(branch) })}</span>
          )}
        </div>
      )}
      {!isWaiting && !request.error && request.isPending && <Skeleton className="mx-auto h-12 w-48" />}
      {!isWaiting && !request.isPending && mayAsk && (
        <Button className="justify-self-center" onPress={() => mutate({})}>
          {t("newCode")}
        </Button>
      )}
      {(isWaiting || till !== null) &&
        others.map((other) => (
          <Button
            key={other.id}
            size="small"
            variant="quiet"
            className="justify-self-center"
            onPress={() => mutate({ query: { branchId: String(other.id) } })}
          >
            {t("chooseBranch", { name: nameOf(other) })}
          </Button>
        ))}
      <Refusal error={request.error && toPortalError(request.error)} />
      <JoinForm />
    </div>
  );
}

/** The code of a branch, typed. */
function JoinForm() {
  const t = useTranslations("till.gate");
  const { fieldTextOf } = useErrorText();
  const [code, setCode] = useState("");
  const join = useSend(api.join);
  const problem = fieldTextOf(join.error, "code");
  return (
    <Form
      aria-label={t("branchCode")}
      className="mx-auto grid w-full max-w-sm gap-3 text-start"
      onSubmit={(event) => {
        event.preventDefault();
        join.mutate({ body: { code } });
      }}
    >
      <TextField
        label={t("branchCode")}
        description={t("branchCodeHint")}
        value={code}
        onChange={(typed) => {
          join.reset();
          setCode(typed);
        }}
        errorMessage={problem}
        inputMode="numeric"
        autoComplete="off"
        maxLength={BRANCH_CODE_LENGTH}
        isCode
      />
      <Refusal error={join.error && problem === undefined ? toPortalError(join.error) : null} />
      <Button type="submit" isPending={join.isPending}>
        {t("register")}
      </Button>
    </Form>
  );
}

/** Says that the device is registered, and for which branch. */
export function OwnTillSaid({ till: { name, branch } }: { till: NonNullable<OwnTill["till"]> }) {
  const t = useTranslations("till.gate");
  const nameOf = useNameOf();
  return <Notice kind="success">{t("registered", { name, branch: nameOf(branch) })}</Notice>;
}
