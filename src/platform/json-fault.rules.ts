/**
 * Texts, brackets and commas of JSON; what stands between them does not matter here. A text may lack its end, so that one that does is
 * not looked for at every quotation mark.
 */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\],:]/g;

/** Levels of objects and arrays within each other. Our choice: what is asked of us has some ten, and code that recurses ends at thousands. */
export const JSON_LEVELS_MAX = 100;

/**
 * Number of values in a JSON text, of which each object and array is two; counted to `max` and one further, so that a text of nothing but
 * brackets costs no more than its limit. Of a text that is no JSON some number.
 */
export function valuesIn(text: string, max: number): number {
  let count = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[' || token === ',') count += 1;
    if (count > max) break;
  }
  return count;
}

/** Whether a value holds more values than `max`. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  let count = 0;
  for (const each of containersIn(value)) {
    count += Object.keys(each).length;
    if (count > max) return true;
  }
  return false;
}

/** Whether an object of a value has a member `__proto__`, which whoever copies it would take for its prototype. */
export function namesPrototype(text: string, value: unknown): boolean {
  // Only where the text can have the name, spelled out or in escapes.
  if (!/__proto__|\\u/.test(text)) return false;
  for (const each of containersIn(value)) if (Object.hasOwn(each, '__proto__')) return true;
  return false;
}

/** A value and what it holds, as far as these are objects and arrays; without recursion, which ends at some thousand levels. */
function* containersIn(value: unknown): Generator<object> {
  const open = [value].filter(isContainer);
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    yield each;
    for (const part of Object.values(each) as unknown[]) if (isContainer(part)) open.push(part);
  }
}

/** What is wrong with JSON that parsers take. */
export interface JsonFault {
  /** JSON pointer (RFC 6901) of the member. */
  pointer: string;
  message: string;
}

/** The first fault of a JSON text with its value: too many levels, or a member that an object has twice; null where it has none. */
export function jsonFault(text: string, value: unknown): JsonFault | null {
  return levelsFault(value) ?? duplicateFault(text);
}

/** Names the first member of a value that holds more levels than there may be; null where none does. */
export function levelsFault(value: unknown): JsonFault | null {
  if (!isContainer(value)) return null;
  const tooDeep = Object.entries(value).find(([, member]) => levelsOf(member) >= JSON_LEVELS_MAX);
  return tooDeep ? { pointer: pointerOf([tooDeep[0]]), message: `has more than ${JSON_LEVELS_MAX} levels` } : null;
}

/** Members of all objects of a value. A text with more has one of them twice: `JSON.parse` keeps the last. */
export function membersIn(value: unknown): number {
  let count = 0;
  for (const each of containersIn(value)) if (!Array.isArray(each)) count += Object.keys(each).length;
  return count;
}

/** Levels of a value, counted to the limit and no further. */
function levelsOf(value: unknown): number {
  let level = [value].filter(isContainer);
  let count = 0;
  while (level.length > 0 && count < JSON_LEVELS_MAX) {
    count += 1;
    level = level.flatMap((each): unknown[] => Object.values(each)).filter(isContainer);
  }
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An object or array that is open at a place of the text. */
interface Level {
  /** Members so far; null for an array. */
  names: Set<string> | null;
  /** Name or index of the value that follows. */
  step: string | number;
}

function duplicateFault(text: string): JsonFault | null {
  const path = duplicatePath(text);
  return path && { pointer: pointerOf(path), message: 'is given twice' };
}

/**
 * Path to the first member that an object of a valid text has twice; null where there is none. `JSON.parse` takes the last of them, a proxy or log in front
 * perhaps the first: what one has checked the other would not do. RFC 8259, section 4, leaves it open. By hand, because parsers with
 * such a check recurse and end at some thousand levels.
 */
export function duplicatePath(text: string): (string | number)[] | null {
  const levels: Level[] = [];
  let lastText = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), step: '' });
    else if (token === '[') levels.push({ names: null, step: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.step === 'number') level.step += 1;
    else if (token === ':' && level) {
      level.step = JSON.parse(lastText) as string;
      if (level.names?.has(level.step)) return levels.map(({ step }) => step);
      level.names?.add(level.step);
    } else lastText = token;
  }
  return null;
}

/** JSON pointer of a path. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
