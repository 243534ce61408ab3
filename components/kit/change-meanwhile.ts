import { createContext } from "react";

/** The way to agree to a record that was changed since its form was opened; null where it was not. */
export const ChangeMeanwhile = createContext<{ agree: () => void } | null>(null);
