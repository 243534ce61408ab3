export const DELIVERY_STATES = ["pending", "delivered", "dead"] as const;
