import type { Sought } from "@/lib/areas/wallets/shown-schemas";

/** What is known of a customer without a wallet: what was typed to find one. */
export interface NewCustomer {
  mobile: string;
  name: string;
}

/** The customer whom somebody has looked for; null when it was a receipt, or too little to be anybody. */
export function newCustomerOf(sought: Sought, text: string): NewCustomer | null {
  switch (sought) {
    case "mobile":
    case "number":
      return { mobile: text, name: "" };
    case "name":
      return { mobile: "", name: text };
    case "code":
      return { mobile: "", name: "" };
    case "receipt":
    case "short":
      return null;
  }
}
