import type { Language } from "@/lib/platform/language";
/** Context of the wire form of a wallet or an entry. */
export interface WireContext {
  language: Language;
  /** The programme's time zone, e.g. "Africa/Cairo". */
  zone: string;
  /** Whether this caller may see national identity numbers. */
  exposeNid: boolean;
}
