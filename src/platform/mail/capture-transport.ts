import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.js';
import type { Mail, MailTransport } from './mail.js';
import { messageOf } from './mail-message.js';

/** Delivery into files (`.eml`), readable by their owner only, when no mail server is configured. */
export class CaptureTransport implements MailTransport {
  private readonly transporter = createTransport({ streamTransport: true, buffer: true });

  constructor(
    private readonly directory: string,
    private readonly from: string,
    private readonly clock: Clock,
  ) {}

  async send(id: string, mail: Mail): Promise<void> {
    const { message } = await this.transporter.sendMail({ ...messageOf(id, mail, this.from), date: this.clock.now() });
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const name = `${this.clock.now().toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`;
    await writeFile(join(this.directory, name), message as Buffer, { mode: 0o600 });
  }

  close(): void {
    this.transporter.close();
  }
}
