/** Whether something caught carries this code of the operating system, such as `EEXIST`. */
export function hasCode(err: unknown, code: string): boolean {
  return typeof err === 'object' && err !== null && 'code' in err && err.code === code;
}

/** For `catch`: null for an absent file, which is an answer; anything else is thrown on. */
export function nullIfAbsent(err: unknown): null {
  if (hasCode(err, 'ENOENT')) return null;
  throw err;
}
