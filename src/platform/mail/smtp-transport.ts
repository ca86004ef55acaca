import { createTransport } from 'nodemailer';
import { SECOND } from '../clock.js';
import { MailRefused, type Mail, type MailTransport } from './mail.js';
import { messageOf } from './mail-message.js';

/** Timeout of the server's connection, greeting and every answer. */
const CONNECT_MS = 10 * SECOND;
const SILENCE_MS = 20 * SECOND;
/** Lowest reply code of a final refusal (RFC 5321, section 4.2.1). */
const FINAL = 500;

/** Delivery to an SMTP server (`smtp://user:password@host:port`, or `smtps://…`), one connection for each mail. */
export class SmtpTransport implements MailTransport {
  private readonly transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transporter = createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    });
  }

  async send(id: string, mail: Mail): Promise<void> {
    try {
      await this.transporter.sendMail(messageOf(id, mail, this.from));
    } catch (err) {
      throw isFinal(err) ? new MailRefused('the mail server refused the message', { cause: err }) : err;
    }
  }

  close(): void {
    this.transporter.close();
  }
}

/** Whether a refusal concerns this message or its recipient. A refused login is for the operator to fix, and the mail waits. */
function isFinal(err: unknown): boolean {
  const { code, responseCode } = err as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= FINAL;
}
