import { respelledPointer, snakeCase } from '../platform/api/pointer.rules.js';

type Data = Record<string, unknown>;

/** What documents of the REST table select of every result of a mutation of many. */
export const ITEM = 'index error { code message pointer }';

/** For `present`: the results of a mutation of many, with pointers as REST spells them and each through `presentOne`. */
export function presentResults(presentOne: (result: Data) => Data = (result) => result): (data: Data) => Data {
  return ({ results, ...rest }) => ({
    ...rest,
    results: (results as Data[]).map(({ error, ...result }) => ({
      ...presentOne(result),
      error: error === null ? null : inRestWords(error as Data),
    })),
  });
}

function inRestWords(error: Data): Data {
  return { ...error, pointer: respelledPointer(String(error.pointer), snakeCase) };
}
