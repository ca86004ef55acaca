import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

/** Where an organization has its security events pushed, each with a cursor. */
export class Migration20261123081300_security_event_destinations extends Migration {
  override up(): void {
    this.addSql(`
      create table security_event_destinations (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        kind text not null check (kind in ('https', 'syslog', 's3')),
        -- Where to: a URL, host:port, or the URL of a bucket.
        address text not null,
        -- What is no secret, by kind.
        settings jsonb not null default '{}',
        -- Sealed; null for a kind without, and after a change of the address.
        credentials text,
        is_paused boolean not null default false,
        -- Number of the last event that was sent.
        cursor_sequence bigint not null,
        -- Consecutive failures since the last success.
        failures integer not null default 0,
        next_attempt_at timestamptz,
        last_success_at timestamptz,
        last_error text,
        last_error_at timestamptz,
        lease_expires_at timestamptz,
        lease_number integer not null default 0,
        created_by uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (tenant_id, id)
      )`);
    for (const statement of bindToTenant('security_event_destinations')) this.addSql(statement);
    // Which are due is asked across tenants.
    this.addSql(`
      create policy security_event_destinations_system on security_event_destinations for select using (${IS_SYSTEM})`);
  }
}
