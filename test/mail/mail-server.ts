import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A received mail: its SMTP envelope and its message. */
export interface Received {
  from: string;
  to: string[];
  mail: ParsedMail;
  raw: string;
}

/** SMTP server on loopback that stores received mail, and refuses it on demand. */
export class MailServer {
  readonly received: Received[] = [];
  /** Replies to the next messages, before any is accepted: `451` for a temporary failure. */
  readonly refusals: number[] = [];
  attempts = 0;
  private readonly server: SMTPServer;

  constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, callback) => {
        this.attempts += 1;
        const responseCode = this.refusals.shift();
        callback(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const raw = Buffer.concat(chunks);
          void simpleParser(raw).then((mail) => {
            const from = mailFrom ? mailFrom.address : '';
            this.received.push({ from, to: rcptTo.map(({ address }) => address), mail, raw: raw.toString('utf8') });
            callback(null);
          });
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  /** @returns its address, as `SMTP_URL` */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
