import { Migration } from '@mikro-orm/migrations';

/** Every filter of the audit trail has an index in the order of the trail; the one by resource begins with its id. */
export class Migration20261124033200_audit_filters extends Migration {
  override up(): void {
    this.addSql('drop index audit_log_resource');
    this.addSql(
      'create index audit_log_resource on audit_log (tenant_id, resource_id, sequence desc) where resource_id is not null',
    );
    this.addSql('create index audit_log_resource_type on audit_log (tenant_id, resource_type, sequence desc)');
    this.addSql('create index audit_log_action on audit_log (tenant_id, action collate "C", sequence desc)');
    this.addSql(
      'create index audit_log_actor on audit_log (tenant_id, actor_id, sequence desc) where actor_id is not null',
    );
  }
}
