import type { InFile } from './content-shapes.js';

/** Who names something, and in which file. */
export interface Owner extends InFile {
  id: string;
}

/** What `key` names. @throws {Error} saying who names what does not exist */
export function named<T>(map: ReadonlyMap<string, T>, key: string, { file, id }: Owner): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`content file ${file} is wrong: ${id} names ${key}, which does not exist`);
  return value;
}

/** The values by key. @throws {Error} when a key comes twice */
export function uniqueMap<T, K>(values: T[], key: (value: T) => K): Map<K, T> {
  const map = new Map(values.map((value) => [key(value), value]));
  if (map.size === values.length) return map;
  const seen = new Set<K>();
  const twice = values.map(key).find((each) => seen.size === seen.add(each).size);
  throw new Error(`${String(twice)} is defined twice`);
}
