/** Whether an error has this operating-system code, such as `EEXIST`. */
export function hasCode(err: unknown, code: string): boolean {
  return typeof err === 'object' && err !== null && 'code' in err && err.code === code;
}

/** Handler for `catch`: null for a missing file; any other error is thrown again. */
export function nullIfAbsent(err: unknown): null {
  if (hasCode(err, 'ENOENT')) return null;
  throw err;
}
