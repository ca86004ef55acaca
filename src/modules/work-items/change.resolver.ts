import DataLoader from 'dataloader';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { StatementRow } from '../../platform/database/statement.js';
import { workItemChanges } from './change.sql.js';
import { WorkItemChangeType, type WorkItemField } from './change.type.js';
import { WorkItemType } from './work-item.type.js';
import { WORK_ITEM_STATES } from './work-item-states.js';
import type { WorkItemRow } from './work-item.sql.js';

@Resolver(() => WorkItemType)
export class WorkItemChangeResolver {
  @FieldResolver(() => [WorkItemChangeType], { description: 'Its last changes, newest first: at most 50.' })
  history(@Root() { id }: WorkItemRow, @Ctx() ctx: RequestContext): Promise<WorkItemChangeType[]> {
    return ctx.once(changeLoader).load(id);
  }
}

/** For `ctx.once`: the last changes of work items, in one statement for all of a batch. */
function changeLoader({ em, viewer }: RequestContext): DataLoader<string, WorkItemChangeType[]> {
  return new DataLoader(async (ids) => {
    const found = await workItemChanges.all(em, { tenantId: viewer.tenantId, ids });
    const byId = Map.groupBy(found, ({ workItemId }) => workItemId);
    return ids.map((id) => (byId.get(id) ?? []).map(changeOf));
  });
}

/** Fields by their names in the trail. */
const FIELDS: readonly (readonly [name: string, field: WorkItemField])[] = [
  ['state', 'state'],
  ['ownerId', 'owner'],
  ['dueOn', 'due_on'],
  ['title', 'title'],
];

function changeOf({ id, at, by, owner, before, after }: StatementRow<typeof workItemChanges>): WorkItemChangeType {
  const values = after ?? {};
  return {
    id,
    at,
    by,
    isCreation: before === null,
    fields: FIELDS.filter(([name]) => values[name] !== undefined && (before !== null || values[name] !== null)).map(
      ([, field]) => field,
    ),
    title: textOf(values.title),
    owner,
    dueOn: textOf(values.dueOn),
    state: WORK_ITEM_STATES.find((each) => each === values.state) ?? null,
    ticket: textOf(values.ticket),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
