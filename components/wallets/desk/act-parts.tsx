import { useTranslations } from "next-intl";
import { TextField } from "@/components/ui/text-field";
import type { DeskWallet, WalletSettings } from "@/lib/areas/wallets/desk-schemas";
export interface ActProps {
  wallet: DeskWallet;
  settings: WalletSettings;
  onClose: () => void;
  /** Reads the wallet anew, and what else a form about it goes by. */
  onRead: () => Promise<DeskWallet>;
}

/** Why something is done; kept with it for ever. */
export function Reason({
  value,
  onChange,
  errorMessage,
}: {
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("wallets.desk.acts");
  return (
    <TextField
      label={t("reason")}
      description={t("reasonHint")}
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
      maxLength={250}
      isRequired
      autoComplete="off"
    />
  );
}
