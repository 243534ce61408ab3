export const DELIVERY_STATES = ["pending", "delivered", "dead"] as const;

/** Owner of an endpoint: a merchant, or the programme itself, for which operators add it. */
export const PROGRAMME = "programme";
