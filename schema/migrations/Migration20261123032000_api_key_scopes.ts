import { Migration } from '@mikro-orm/migrations';

const SCOPES = `array['read', 'report', 'scan', 'import', 'evidence', 'assess', 'checks']`;

/**
 * Scopes of API keys. Keys from before had none and could do what their creator could: they get all scopes, so that what
 * uses them goes on, except for the operations that no key may call any more.
 */
export class Migration20261123032000_api_key_scopes extends Migration {
  override up(): void {
    this.addSql(`
      alter table api_keys
        add scopes text[] not null default ${SCOPES}
        check (scopes <@ ${SCOPES} and 'read' = any (scopes))`);
    this.addSql(`alter table api_keys alter scopes drop default`);
  }
}
