import { TenantFill } from './tenant-fill.js';

/**
 * Counts the rows of the lists that are there, all of one organization in one batch: a second for a million rows, for which who writes these
 * lists waits.
 */
export class Migration20261129120001_counts_of_lists extends TenantFill {
  override readonly batch = 'select fill_list_counts($1::uuid) as place where $2::text is null';
}
