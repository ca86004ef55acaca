import type { RawBuilder } from 'kysely';
import type { EntityManager } from '../../src/platform/database/database.js';

/** Rows of a test's own statement, on the service's connection and in the scope of the call. */
export async function rows<Row>(em: EntityManager, statement: RawBuilder<Row>): Promise<Row[]> {
  const result = await statement.execute(em.getKysely<unknown>());
  return result.rows;
}
