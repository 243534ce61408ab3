export const DELIVERY_STATES = ["pending", "delivered", "dead"] as const;

/** Whose endpoint it is: a merchant's, or the programme's own, which operators add. */
export const PROGRAMME = "programme";
