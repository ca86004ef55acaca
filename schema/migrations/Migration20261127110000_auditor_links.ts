import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL } from './row-level-security.js';

/** Links that show one framework and one period to an external auditor, and what auditors say and ask. */
export class Migration20261127110000_auditor_links extends Migration {
  override up(): void {
    this.addSql(`
      create table auditor_links (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        label text not null check (length(label) between 1 and 100),
        framework text not null,
        period_from timestamptz not null,
        period_to timestamptz not null,
        -- SHA-256 of the secret, which is stored nowhere.
        hash text not null unique check (length(hash) = 64),
        created_by uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        last_used_at timestamptz,
        unique (tenant_id, id),
        check (period_from < period_to),
        foreign key (tenant_id, created_by) references users (tenant_id, id)
      )`);
    this.addSql('create index auditor_links_newest on auditor_links (tenant_id, created_at desc, id desc)');
    this.addSql(`
      create table auditor_comments (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        link_id uuid not null,
        -- Number of a control of the framework; null for the framework as a whole.
        control_no int,
        kind text not null check (kind in ('comment', 'request')),
        text text not null,
        created_at timestamptz not null,
        answer text,
        answered_by uuid,
        answered_at timestamptz,
        unique (tenant_id, id),
        check (num_nonnulls(answer, answered_by, answered_at) in (0, 3)),
        foreign key (tenant_id, link_id) references auditor_links (tenant_id, id),
        foreign key (tenant_id, answered_by) references users (tenant_id, id)
      )`);
    this.addSql('create index auditor_comments_newest on auditor_comments (tenant_id, created_at desc, id desc)');
    this.addSql('create index auditor_comments_of_link on auditor_comments (tenant_id, link_id, created_at, id)');
    for (const table of ['auditor_links', 'auditor_comments']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
    this.addSql(`create policy auditor_links_credential on auditor_links for select using (hash = ${CREDENTIAL})`);
    const authors = ['user', 'api_key', 'system', 'operator', 'identity_provider', 'auditor_link'];
    this.allowAuthors('audit_log', authors);
    this.allowAuthors('security_events', [...authors, 'anonymous']);
  }

  private allowAuthors(table: string, types: readonly string[]): void {
    this.addSql(`
      alter table ${table}
        drop constraint ${table}_actor_type_check,
        add constraint ${table}_actor_type_check check (actor_type in (${types.map((type) => `'${type}'`).join(', ')}))`);
  }
}
