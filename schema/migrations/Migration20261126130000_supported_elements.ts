import { Migration } from '@mikro-orm/migrations';

const RESULTS = `('pass', 'fail', 'held', 'supported', 'incomplete')`;

/** An integration votes also on elements that its checks only support, so that no other integration shows these for all. */
export class Migration20261126130000_supported_elements extends Migration {
  override up(): void {
    for (const column of ['found', 'otherwise']) {
      this.addSql(`alter table element_votes drop constraint element_votes_${column}_check`);
      this.addSql(
        `alter table element_votes add constraint element_votes_${column}_check check (${column} in ${RESULTS})`,
      );
    }
  }
}
