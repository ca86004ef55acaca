import { Migration } from '@mikro-orm/migrations';

/** Decisions that leave a control in scope: why it applies, and that it is implemented in part. */
export class Migration20261129000000_inclusions extends Migration {
  override up(): void {
    this.addSql(`
      alter table scope_decisions drop constraint scope_decisions_kind_check,
        add constraint scope_decisions_kind_check
          check (kind in ('selection', 'exclusion', 'addressable', 'inclusion', 'partly_implemented'))`);
  }
}
