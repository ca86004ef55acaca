import { newId } from '../crypto/uuid.js';
import type { Vault } from '../crypto/vault.js';
import { rows, sql, type EntityManager } from '../database/database.js';
import type { Mail } from './mail.js';

/** A mail to be sent some time after the transaction that decided it. */
export interface OutgoingMail {
  /** What it tells of: `invitation <id>`. A newer mail about the same takes its place. */
  reference: string;
  mail: Mail;
  /** Of no use to its reader from then on. */
  expiresAt: Date;
}

/** Mail that waits in the database until it has been handed over, so that a mail server that is away loses none. */
export class OutgoingMails {
  constructor(private readonly vault: Vault) {}

  /** Writes a mail in the transaction of `em`: it is sent if that commits. */
  async add(em: EntityManager, tenantId: string, { reference, mail, expiresAt }: OutgoingMail): Promise<void> {
    await this.drop(em, tenantId, reference);
    const id = newId();
    const message = this.vault.seal(JSON.stringify(mail), placeOfMail(id));
    await rows(
      em,
      sql`insert into mails (id, tenant_id, reference, message, expires_at)
          values (${id}, ${tenantId}, ${reference}, ${message}, ${expiresAt})`,
    );
  }

  /** Takes back what has not been sent yet. */
  async drop(em: EntityManager, tenantId: string, reference: string): Promise<void> {
    await rows(em, sql`delete from mails where tenant_id = ${tenantId} and reference = ${reference}`);
  }
}

/** Where a mail is kept, as the vault is told. */
export function placeOfMail(id: string): string {
  return `mails ${id} message`;
}
