declare module "nodemailer" {
  interface Mail {
    from: string;
    to: string;
    subject: string;
    text: string;
  }
  export function createTransport(
    url: string,
    defaults?: object,
  ): { sendMail(mail: Mail): Promise<unknown>; close(): void };
}
