import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { RefusedSecret } from "@/lib/areas/clients/api-clients";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import type { SignatureFault } from "@/lib/areas/clients/signature";
import type { Trial } from "@/lib/areas/clients/trial";
import type { RateStanding } from "@/lib/platform/rate-limits";
import type { AnswerContext } from "./message";
import type { OperationName } from "./operations";

/** Known facts of a request so far; a refusal on the way is worded with as many as there are. */
export interface Progress extends AnswerContext {
  operation: OperationName | null;
  client: ApiClient | null;
  /** The refused ClientId's client. For the log of that client only: the caller is answered as if it were nobody's. */
  refused: RefusedSecret | null;
  /** Why its signature was refused, for the log alone. */
  signatureFault: SignatureFault | null;
  standing: RateStanding | null;
  /** The headers of a version that is on its way out, once it is known that it is the one that is asked for. */
  deprecation: Readonly<Record<string, string>>;
  /** Accepted spellings that the interface writes in another way. */
  liberties: LibertyTaken[];
  body?: Readonly<Record<string, unknown>>;
  /** Of a test client only. */
  trial?: Trial;
  isLost?: boolean;
}
