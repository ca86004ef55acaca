import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { assigneesOfControls } from './work-item.sql.js';

/** People that are named of a control. */
export const ASSIGNEES_NAMED = 5;

/** For `ctx.once`: who has unfinished work about controls, by their numbers, in one statement for all of a batch. */
export function assigneeLoader({ em, viewer }: RequestContext): DataLoader<number, { id: string; name: string }[]> {
  return new DataLoader(async (nos) => {
    const wanted = { tenantId: viewer.tenantId, nos: [...nos], peopleMax: ASSIGNEES_NAMED };
    const found = await assigneesOfControls.all(em, wanted);
    const byNo = new Map(found.map(({ controlNo, people }) => [controlNo, people]));
    return nos.map((no) => byNo.get(no) ?? []);
  });
}
