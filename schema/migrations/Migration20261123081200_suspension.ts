import { Migration } from '@mikro-orm/migrations';

/** Organizations that the operator has suspended. */
export class Migration20261123081200_suspension extends Migration {
  override up(): void {
    this.addSql(`
      alter table tenants
        add column suspended_at timestamptz,
        add column suspension_reason text,
        add check ((suspended_at is null) = (suspension_reason is null))`);
  }
}
