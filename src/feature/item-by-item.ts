import type { RequestContext } from '../context.js';
import { camelCase, respelledPointer } from '../platform/api/pointer.rules.js';
import { AppError } from '../platform/errors.js';
import type { ItemErrorType, ItemResultType } from './item-result.type.js';

/** Items of a mutation of many, and the field of the input that they stand in, as the graph spells it: `members`. */
export interface Items<Item> {
  list: string;
  items: readonly Item[];
}

/** What became of an item: `error` is null and `done` what `work` gave, or the other way round. */
export interface ItemOutcome<Done> extends ItemResultType {
  done: Done | null;
}

/**
 * Does `work` for each item in turn, in one transaction with a savepoint for each: a refused item is undone and answered by
 * itself, the others are committed together at the end. What is no refusal (a fault, a database that is slow or away) fails the
 * call and undoes all of it, so that the whole call can be repeated. `work` has a context inside of its savepoint; pointers of its
 * errors begin at the item.
 * @returns outcomes in the order of the items
 */
export function itemByItem<Item, Done>(
  ctx: RequestContext,
  { list, items }: Items<Item>,
  work: (ctx: RequestContext, item: Item) => Done | Promise<Done>,
): Promise<ItemOutcome<Done>[]> {
  return ctx.em.transactional(async (em) => {
    const outcomes: ItemOutcome<Done>[] = [];
    for (const [index, item] of items.entries()) {
      try {
        const done = await em.transactional(async (nested) => work(ctx.withEntityManager(nested), item));
        outcomes.push({ index, done, error: null });
      } catch (err) {
        if (!isRefusal(err)) throw err;
        outcomes.push({ index, done: null, error: itemError(err, `/${list}/${index}`) });
      }
    }
    return outcomes;
  });
}

/**
 * Judges each item by itself, for changes that are then made as one set: `judge` writes nothing and throws where the item is refused;
 * pointers of its errors begin at the item. What is no refusal fails the call.
 * @returns outcomes in the order of the items
 */
export function judgeItems<Item, Done>({ list, items }: Items<Item>, judge: (item: Item) => Done): ItemOutcome<Done>[] {
  return items.map((item, index) => {
    try {
      return { index, done: judge(item), error: null };
    } catch (err) {
      if (!isRefusal(err)) throw err;
      return { index, done: null, error: itemError(err, `/${list}/${index}`) };
    }
  });
}

/** Whether the caller is at fault, and not the service, its load or the credential. */
function isRefusal(err: unknown): err is AppError {
  return err instanceof AppError && err.status < 500 && err.status !== 429 && err.status !== 401;
}

/** The error of an item, spelled as the graph spells fields; of several details the first. */
function itemError({ code, message, details: [detail], pointer }: AppError, item: string): ItemErrorType {
  const field = detail?.field ?? pointer ?? '';
  return { code, message: detail?.message ?? message, pointer: respelledPointer(`${item}${field}`, camelCase) };
}
