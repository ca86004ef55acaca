import { Migration } from '@mikro-orm/migrations';

/** Snapshots and gaps of scans; versions of the checks behind a result; sealed credentials of integrations. */
export class Migration20261121110000_checks extends Migration {
  override up(): void {
    this.addSql(`
      alter table scans
        add column snapshot jsonb,
        add column gaps jsonb not null default '[]';
      alter table scan_checks
        add column check_version text,
        add column is_partial boolean not null default false;
      alter table integrations add column credentials text;
    `);
  }
}
