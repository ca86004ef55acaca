import { Migration } from '@mikro-orm/migrations';

/** An integration says whom its last successful test reached. */
export class Migration20261125230100_integration_identity extends Migration {
  override up(): void {
    this.addSql('alter table integrations add column identity jsonb');
  }
}
