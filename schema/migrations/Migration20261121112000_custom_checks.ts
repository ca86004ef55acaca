import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Checks that tenants write themselves. */
export class Migration20261121112000_custom_checks extends Migration {
  override up(): void {
    this.addSql(`
      create table custom_checks (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        key text not null,
        title text not null,
        description text not null,
        rationale text not null,
        severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'informational')),
        resource_type text not null,
        applies text,
        passes text not null,
        says_pass text not null,
        says_fail text not null,
        universal_controls text[] not null,
        remediation jsonb,
        is_enabled boolean not null,
        created_by uuid,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint custom_checks_key unique (tenant_id, key)
      )`);
    for (const statement of bindToTenant('custom_checks')) this.addSql(statement);
  }
}
