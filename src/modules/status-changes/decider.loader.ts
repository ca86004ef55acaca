import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { StatementRow } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { deciders } from './decider.sql.js';

type DeciderRow = StatementRow<typeof deciders>;

/** For `ctx.once`: what decides controls now, in one statement for all of a batch; null where nothing does. */
export function deciderLoader({ em, viewer }: RequestContext): DataLoader<Control, DeciderRow | null> {
  return new DataLoader(async (controls) => {
    const found = await deciders.all(em, { tenantId: viewer.tenantId, controls });
    const byNo = new Map(found.map((row) => [row.no, row]));
    return controls.map(({ no }) => byNo.get(no) ?? null);
  });
}
