import type { SealedColumn } from '../crypto/reseal.js';
import { newId } from '../crypto/uuid.js';
import type { Vault } from '../crypto/vault.js';
import { query, type EntityManager } from '../database/database.js';
import type { Mail } from './mail.js';

/** A mail to be sent after the transaction that creates it. */
export interface OutgoingMail {
  /** Subject of the mail in the service: `invitation <id>`. A newer mail of the same reference replaces it. */
  reference: string;
  mail: Mail;
  /** Time after which it is not sent, because it would be useless. */
  expiresAt: Date;
}

/** Mail that waits in the database until it has been handed over, so that none is lost while the mail server is unavailable. */
export class OutgoingMails {
  constructor(private readonly vault: Vault) {}

  /** Stores a mail in the transaction of `em`: it is sent if that commits. */
  async add(em: EntityManager, tenantId: string, { reference, mail, expiresAt }: OutgoingMail): Promise<void> {
    await this.drop(em, tenantId, reference);
    const id = newId();
    const message = this.vault.seal(JSON.stringify(mail), placeOfMail(id));
    await query(em)
      .insertInto('mails')
      .values({ id, tenant_id: tenantId, reference, message, expires_at: expiresAt })
      .execute();
  }

  /** Deletes mail that has not been sent yet. */
  async drop(em: EntityManager, tenantId: string, reference: string): Promise<void> {
    await query(em).deleteFrom('mails').where('tenant_id', '=', tenantId).where('reference', '=', reference).execute();
  }
}

/** Sealed columns of waiting mails, with `placeOfMail`. */
export const MAIL_SEALED_COLUMNS: readonly SealedColumn[] = [{ table: 'mails', column: 'message' }];

/** Name under which the vault seals a mail's message. */
export function placeOfMail(id: string): string {
  return `mails ${id} message`;
}
