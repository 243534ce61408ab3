import type { PinReader } from "@/lib/areas/wallets/pin";
import type { Ledger } from "@/lib/ledger/ledger";

/** What the points operations work with. */
export interface OperationContext {
  ledger: Ledger;
  pins: PinReader;
}
