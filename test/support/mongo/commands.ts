import { Long, type Document } from 'bson';
import { Collection } from './collections.js';

type Filter = Record<string, unknown>;
type Sort = Record<string, 1 | -1>;
type Command = (collections: Collections, command: Document) => Document;

/** Every collection by its full name. */
export class Collections {
  private readonly byName = new Map<string, Collection>();

  of(database: string, name: string): Collection {
    const key = `${database}.${name}`;
    const known = this.byName.get(key) ?? new Collection();
    this.byName.set(key, known);
    return known;
  }

  clear(): void {
    this.byName.clear();
  }
}

/** Response to `hello`. Source of the wire version: MongoDB 7.0 is 21. */
const hello: Command = () => ({
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
});
const nothing: Command = () => ({});

const COMMANDS: Record<string, Command> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: nothing,
  endSessions: nothing,
  killCursors: nothing,
  createIndexes: nothing,
  insert: (all, command) => ({ n: target(all, command, 'insert').insert(command.documents as Document[]) }),
  find: (all, command) => {
    const {
      filter = {},
      sort,
      skip,
      limit,
    } = command as { filter?: Filter; sort?: Sort; skip?: number; limit?: number };
    return cursorOf(command, 'find', target(all, command, 'find').find(filter, sort, skip, limit));
  },
  getMore: (_all, command) => ({
    cursor: { id: Long.ZERO, ns: `${command.$db}.${command.collection}`, nextBatch: [] },
  }),
  aggregate: (all, command) =>
    cursorOf(command, 'aggregate', target(all, command, 'aggregate').aggregate(command.pipeline as Filter[])),
  count: (all, command) => ({
    n: target(all, command, 'count').find((command.query ?? {}) as Filter, undefined).length,
  }),
  update: (all, command) => {
    const collection = target(all, command, 'update');
    const updates = command.updates as { q: Filter; u: Filter; multi?: boolean; upsert?: boolean }[];
    const done = updates.map(({ q, u, multi, upsert }) => collection.update(q, u, { isMany: multi, upsert }));
    const upserted = done.flatMap(({ made }, index) => (made === null ? [] : [{ index, _id: made }]));
    return { n: sum(done.map(({ n }) => n)), nModified: sum(done.map(({ changed }) => changed)), upserted };
  },
  delete: (all, command) => {
    const collection = target(all, command, 'delete');
    return {
      n: sum((command.deletes as { q: Filter; limit: number }[]).map(({ q, limit }) => collection.remove(q, limit))),
    };
  },
  findAndModify: (all, command) => {
    const { query, update, sort, upsert = false, new: after = false } = command as unknown as FindAndModify;
    const options = { upsert, after, ...(sort ? { sort } : {}) };
    const { value, wasThere } = target(all, command, 'findAndModify').change(query, update, options);
    return { value, lastErrorObject: { n: value ? 1 : 0, updatedExisting: wasThere } };
  },
};

interface FindAndModify {
  query: Filter;
  update: Filter;
  sort?: Sort;
  upsert?: boolean;
  new?: boolean;
}

/** Response to a command; `ok: 0` for an unknown or failed one. */
export function answer(collections: Collections, command: Document): Document {
  const name = Object.keys(command)[0] ?? '';
  const run = COMMANDS[name];
  if (!run) return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` };
  try {
    return { ...run(collections, command), ok: 1 };
  } catch (err) {
    return { ok: 0, code: 1, codeName: 'InternalError', errmsg: String(err) };
  }
}

function target(collections: Collections, command: Document, name: string): Collection {
  return collections.of(String(command.$db), String(command[name]));
}

function cursorOf(command: Document, name: string, firstBatch: Document[]): Document {
  return { cursor: { id: Long.ZERO, ns: `${command.$db}.${command[name]}`, firstBatch } };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
