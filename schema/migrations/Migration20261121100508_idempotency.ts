import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Requests that carried an `Idempotency-Key`, with their answers, for a day. */
export class Migration20261121100508_idempotency extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency_keys (
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        operation text not null,
        key text not null check (length(key) >= 1 and length(key) <= 255),
        -- Of an upload it is known when its end has been seen.
        fingerprint text,
        -- Sealed: the link of an invitation may be in it. Null while the request is worked on; then it belongs to who made
        -- the claim of this id, until the lease ends.
        answer text,
        id uuid not null,
        lease_expires_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (tenant_id, user_id, operation, key),
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index idempotency_keys_expired on idempotency_keys (tenant_id, expires_at)`);
    for (const statement of bindToTenant('idempotency_keys')) this.addSql(statement);
  }
}
