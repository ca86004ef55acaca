import { Migration } from '@mikro-orm/migrations';

/** Assessments may end: a worker then records their expiry as an entry of its own. */
export class Migration20261122132000_assessment_expiry extends Migration {
  override up(): void {
    this.addSql(`
      alter table assessments
        add expires_at timestamptz,
        add expired_id uuid unique,
        add foreign key (tenant_id, expired_id) references assessments (tenant_id, id)`);
    this.addSql(
      'create index assessments_expiring on assessments (tenant_id, expires_at) where expires_at is not null',
    );
  }
}
