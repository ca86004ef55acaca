import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Sessions: the rows behind access tokens. A token is good only while its session is. */
export class Migration20261123041500_sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions (
        -- The jti of its tokens.
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        kind text not null check (kind in ('token', 'browser')),
        created_at timestamptz not null,
        -- When the password or a one-time code was given last.
        authenticated_at timestamptz not null,
        -- Written at most every five minutes.
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        -- From where and with what it was opened.
        address text,
        user_agent text,
        ended_at timestamptz,
        -- Null where the service or the operator ended it.
        ended_by uuid,
        end_reason text check (end_reason in (
          'logged_out', 'ended', 'password_changed', 'mfa_changed', 'member_removed', 'token_reused')),
        unique (tenant_id, id),
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
        foreign key (tenant_id, ended_by) references users (tenant_id, id) on delete set null (ended_by),
        check ((ended_at is null) = (end_reason is null)),
        check (ended_by is null or ended_at is not null)
      )`);
    this.addSql(`create index sessions_owner on sessions (tenant_id, user_id, last_used_at desc)`);
    this.addSql(`create index sessions_over on sessions (tenant_id, expires_at)`);
    for (const statement of bindToTenant('sessions')) this.addSql(statement);
  }
}
