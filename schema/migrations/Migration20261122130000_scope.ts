import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/**
 * Decisions on what of a framework is in scope of an organization: a selection over an attribute of its controls, the exclusion of
 * one control, or the decision on an addressable specification of HIPAA. At most one of each subject is proposed, and one approved.
 */
export class Migration20261122130000_scope extends Migration {
  override up(): void {
    this.addSql(`
      create table scope_decisions (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        framework text not null,
        kind text not null check (kind in ('selection', 'exclusion', 'addressable')),
        control_no int references catalogue_controls (no),
        selected text[],
        outcome text check (outcome in ('implemented', 'alternative', 'not_reasonable')),
        reason text not null,
        state text not null check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
        review_at timestamptz not null,
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        decided_by uuid,
        decided_at timestamptz,
        note text,
        withdrawn_by uuid,
        withdrawn_at timestamptz,
        check ((kind = 'selection') = (selected is not null)),
        check ((kind = 'selection') = (control_no is null)),
        check ((kind = 'addressable') = (outcome is not null)),
        check ((decided_by is null) = (decided_at is null)),
        check ((state = 'withdrawn') = (withdrawn_at is not null))
      )`);
    for (const statement of bindToTenant('scope_decisions')) this.addSql(statement);
    this.addSql(`
      create unique index scope_decisions_open on scope_decisions (tenant_id, framework, coalesce(control_no, -1), state)
        where state in ('proposed', 'approved')`);
    this.addSql('create index scope_decisions_newest on scope_decisions (tenant_id, proposed_at desc, id desc)');
    this.addSql(`
      alter table status_ledger drop constraint status_ledger_source_check,
        add constraint status_ledger_source_check check (source in ('scan', 'assessment', 'scope'))`);
  }
}
