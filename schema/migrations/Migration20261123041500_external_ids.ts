import { Migration } from '@mikro-orm/migrations';

/**
 * The id by which a role in an organization's cloud account recognizes the service: given by us, 122 random bits, one of
 * its own for every organization. Integrations from before keep the one that was chosen for them until their role changes.
 */
export class Migration20261123041500_external_ids extends Migration {
  override up(): void {
    this.addSql(`alter table tenants add external_id uuid not null unique default gen_random_uuid()`);
  }
}
