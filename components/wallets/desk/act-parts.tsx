import { useTranslations } from "next-intl";
import type { $ZodType } from "zod/v4/core";
import { useRequest } from "@/components/kit/contract";
import { type EditorOptions, useEditor } from "@/components/kit/use-editor";
import { TextField, type TextFieldProps } from "@/components/ui/text-field";
import type { DeskWallet, WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import type { Endpoint } from "@/lib/portal/contract";

export interface ActProps {
  wallet: DeskWallet;
  settings: WalletSettings;
  onClose: () => void;
  /** Reads the wallet anew, and what else a form about it goes by. */
  onRead: () => Promise<DeskWallet>;
}

/** The form of an act on a wallet: sends all of its fields, with the version of the wallet that it has shown. */
export function useActEditor<Fields extends object>(
  { wallet, onClose, onRead }: ActProps,
  act: Endpoint,
  options: Pick<EditorOptions<DeskWallet, Fields, $ZodType, $ZodType>, "fieldsOf" | "bodyOf" | "said">,
) {
  const request = useRequest(act, { params: { walletId: wallet.id } });
  return useEditor({
    ...options,
    record: wallet,
    change: { ...request, isWhole: true, read: onRead },
    onSaved: onClose,
  });
}

/** Why something is done; kept with it for ever. */
export function Reason({
  errorMessage,
  ...field
}: Pick<TextFieldProps, "value" | "onChange" | "autoFocus"> & { errorMessage: string | undefined }) {
  const t = useTranslations("wallets.desk.acts");
  return (
    <TextField
      label={t("reason")}
      description={t("reasonHint")}
      {...field}
      errorMessage={errorMessage}
      maxLength={250}
      isRequired
      autoComplete="off"
    />
  );
}
