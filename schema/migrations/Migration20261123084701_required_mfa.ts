import { Migration } from '@mikro-orm/migrations';

/** When an organization began, or begins, to require one-time codes of its members; null where it does not. */
export class Migration20261123084701_required_mfa extends Migration {
  override up(): void {
    this.addSql(`alter table tenants add column mfa_required_from timestamptz`);
  }
}
