import { Migration } from '@mikro-orm/migrations';
import { CREDENTIAL } from './row-level-security.js';

/** A response that a provider sends unasked names its connection by the address alone. */
export class Migration20261123081600_unsolicited_sign_on extends Migration {
  override up(): void {
    this.addSql(`
      create policy identity_connections_unsolicited on identity_connections for select
        using (allows_unsolicited and status = 'active' and id::text = ${CREDENTIAL})`);
  }
}
