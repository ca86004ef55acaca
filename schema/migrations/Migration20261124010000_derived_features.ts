import { Migration } from '@mikro-orm/migrations';

/** Features follow from the tier: what was stored of them was always empty. */
export class Migration20261124010000_derived_features extends Migration {
  override up(): void {
    this.addSql('alter table tenants drop column feature_flags');
  }
}
