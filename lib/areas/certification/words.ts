/** How long a certificate is good for. */
export const CERTIFICATE_MONTHS = 24;

/** Where certificates are verified: a page without sign-in. */
export const CERTIFICATE_PATH = "/certificates";

export const certificatePath = (number: string) => `${CERTIFICATE_PATH}/${number}`;
