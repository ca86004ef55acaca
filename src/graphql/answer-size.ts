import { LimitError } from './limit-error.js';

/** Our choice: a page of a hundred items with all that they say is a megabyte. Source: schema/contract/limits.md. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** Of a value that is no text, about. */
const SCALAR_BYTES = 4;

/** Refuses an answer that is too large, whose texts no estimate knows, before it is written. Nothing where it is not. */
export function excessOf(data: unknown, max: number = ANSWER_BYTES_MAX): LimitError | null {
  let size = 0;
  const open = [data];
  while (open.length > 0 && size <= max) {
    const each = open.pop();
    if (typeof each === 'string') size += Buffer.byteLength(each);
    else if (Array.isArray(each)) for (const item of each as unknown[]) open.push(item);
    else if (typeof each === 'object' && each !== null) {
      for (const [name, value] of Object.entries(each)) {
        size += Buffer.byteLength(name);
        open.push(value);
      }
    } else size += SCALAR_BYTES;
  }
  return size > max ? new LimitError(`the answer has more than ${max} bytes: ask for fewer`, { limit: max }) : null;
}
