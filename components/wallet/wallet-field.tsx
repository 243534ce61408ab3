"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { send } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Code, Points } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { wallets } from "@/lib/areas/wallets/contract";
import type { LookupAnswer, WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { useLookup } from "./use-wallet";

/** The name of the field of another wallet: a code that is scanned into it stays, and is looked up. */
export const OTHER_WALLET_FIELD = "other-wallet";
/** One character is no code, number or name. */
const SOUGHT_MIN = 2;

interface WalletFieldProps {
  label: string;
  value: string;
  onChange: (walletCode: string) => void;
  /** The one wallet that is meant is known. */
  onFound?: (walletCode: string) => void;
  errorMessage: string | undefined;
}

/**
 * Another wallet, by its code, a mobile number, a name or a scan. The typed text is looked up when the field is left or Enter is pressed;
 * the value becomes the code of the one wallet that is meant, or of the one that is chosen from the list.
 */
export function WalletField({ label, value, onChange, onFound, errorMessage }: WalletFieldProps) {
  const t = useTranslations("wallets.desk.walletField");
  const { textOf } = useErrorText();
  const lookup = useLookup();
  const [found, setFound] = useState<{ code: string; name: string | null } | null>(null);
  const [candidates, setCandidates] = useState<readonly WalletCandidate[]>([]);
  const [problem, setProblem] = useState<string>();
  const isFound = found?.code === value;
  const take = (code: string, name: string | null) => {
    setFound({ code, name });
    setCandidates([]);
    onChange(code);
    onFound?.(code);
  };
  const answer = (answered: LookupAnswer) => {
    if (answered.kind === "wallet" || answered.kind === "entry")
      take(answered.wallet.walletCode, answered.wallet.profile.name);
    else if (answered.kind === "candidates") setCandidates(answered.candidates);
    else setProblem(t("none"));
  };
  const failed = (thrown: unknown) => setProblem(textOf(toPortalError(thrown)));
  const look = () => {
    const text = value.trim();
    if (text.length < SOUGHT_MIN || isFound || lookup.isPending) return;
    lookup.mutateAsync(text).then(answer, failed);
  };
  const choose = ({ walletId, name }: WalletCandidate) =>
    send(wallets.desk, { params: { walletId } }).then(({ walletCode }) => take(walletCode, name), failed);
  return (
    <search className="grid gap-2">
      <TextField
        name={OTHER_WALLET_FIELD}
        label={label}
        description={isFound && found.name ? found.name : t("hint")}
        value={value}
        onChange={(text) => {
          setProblem(undefined);
          setCandidates([]);
          onChange(text);
        }}
        onBlur={look}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isFound) event.continuePropagation();
          else {
            event.preventDefault();
            look();
          }
        }}
        errorMessage={problem ?? errorMessage}
        isCode
        isRequired
        maxLength={64}
        autoComplete="off"
        autoFocus
      />
      <Candidates candidates={candidates} onChoose={(candidate) => void choose(candidate)} />
    </search>
  );
}

interface CandidatesProps {
  candidates: readonly WalletCandidate[];
  onChoose: (candidate: WalletCandidate) => void;
}

function Candidates({ candidates, onChoose }: CandidatesProps) {
  const t = useTranslations("wallets.desk.walletField");
  if (candidates.length === 0) return null;
  return (
    <ul aria-label={t("choose")} className="grid gap-2">
      {candidates.map((candidate) => (
        <li key={candidate.walletId}>
          <Button className="w-full justify-between" onPress={() => onChoose(candidate)}>
            <bdi>{candidate.name ?? candidate.mobile}</bdi>
            <span className="ms-2 text-ink-soft text-sm">
              <Code>{candidate.codeHint}</Code> · <Points value={candidate.balance} />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
