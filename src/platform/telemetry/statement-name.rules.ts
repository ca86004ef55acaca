/** First words of a statement, and the first table after the word that names it. */
const OPERATION = /^\s*(?:\/\*[^*]*\*\/\s*)?(\w+)/;
const TARGET: Readonly<Record<string, RegExp>> = {
  select: /\bfrom\s+([\w."]+)/i,
  insert: /\binto\s+([\w."]+)/i,
  update: /\bupdate\s+(?:only\s+)?([\w."]+)/i,
  delete: /\bfrom\s+([\w."]+)/i,
};

/** What a statement does, by its first word, in lower case: `select`, `with`, `begin`. */
export function operationOf(text: string): string {
  return OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'unknown';
}

/** Summary of a statement without a name: what it does, and its first table (`select users`). No value is ever part of it. */
export function summaryOf(text: string): string {
  const operation = operationOf(text);
  const table = TARGET[operation]?.exec(text)?.[1]?.replaceAll('"', '');
  return table === undefined ? operation : `${operation} ${table}`;
}
