import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Lists whose filters can be saved. */
export const SAVED_LISTS = ['findings', 'resources', 'work_items'] as const;
export type SavedList = (typeof SAVED_LISTS)[number];

/** Filter of a list: the names and values of its address. */
export type SavedFilter = Readonly<Record<string, string | number | boolean>>;

/** A filter of a list that somebody has given a name; nobody else sees it. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_views',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    userId: p.uuid(),
    list: p.text().$type<SavedList>(),
    name: p.text(),
    filter: p.json().$type<SavedFilter>(),
    createdAt: p.datetime(),
  },
});

export type SavedView = InferEntity<typeof SavedViewEntity>;
