/** A statement of a policy in a uniform form: single values as lists, absent ones as empty lists. */
export interface Statement {
  sid: string | null;
  /** `Allow` or `Deny`. */
  effect: string;
  /** `*` for everyone, else `AWS:arn:…`, `Service:ec2.amazonaws.com`, `Federated:…`, `CanonicalUser:…`. */
  principals: string[];
  not_principals: string[];
  actions: string[];
  not_actions: string[];
  resources: string[];
  not_resources: string[];
  conditions: Condition[];
}

/** One operator and key of the condition block. */
export interface Condition {
  /** `StringEquals`. */
  operator: string;
  /** `aws:sourcearn`: in lower case, because keys are case-insensitive. */
  key: string;
  values: string[];
}

/**
 * Statements of a policy: JSON, plain or URL-encoded, as IAM returns it. Empty for no policy.
 * @throws {SyntaxError} for invalid JSON
 */
export function statementsOf(document: string | null | undefined): Statement[] {
  if (!document?.trim()) return [];
  const text = document.trimStart().startsWith('{') ? document : decodeURIComponent(document);
  const parsed: unknown = JSON.parse(text);
  const statements = isRecord(parsed) ? parsed.Statement : [];
  return (Array.isArray(statements) ? statements : [statements]).filter(isRecord).map(statementOf);
}

/**
 * Whether an action or a resource matches one of these patterns, in which `*` stands for any text and `?` for any character.
 * Case-insensitive. Time is at most proportional to the product of the lengths, because tenants write the patterns.
 */
export function matchesAny(patterns: readonly string[], value: string): boolean {
  const text = value.toLowerCase();
  return patterns.some((pattern) => matches(pattern.toLowerCase(), text));
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  // Position of the last `*`, and the end of the text that it matches, one character longer at each retry.
  let star = -1;
  let taken = 0;
  while (read < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      taken = read;
    } else if (pattern[at] === '?' || pattern[at] === text[read]) {
      at += 1;
      read += 1;
    } else if (star >= 0) {
      at = star + 1;
      read = taken += 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

function statementOf(raw: Record<string, unknown>): Statement {
  return {
    sid: typeof raw.Sid === 'string' ? raw.Sid : null,
    effect: typeof raw.Effect === 'string' ? raw.Effect : '',
    principals: principalsOf(raw.Principal),
    not_principals: principalsOf(raw.NotPrincipal),
    actions: textsOf(raw.Action),
    not_actions: textsOf(raw.NotAction),
    resources: textsOf(raw.Resource),
    not_resources: textsOf(raw.NotResource),
    conditions: conditionsOf(raw.Condition),
  };
}

function principalsOf(raw: unknown): string[] {
  if (!isRecord(raw)) return textsOf(raw);
  return Object.entries(raw).flatMap(([kind, values]) =>
    textsOf(values).map((value) => (kind === 'AWS' && value === '*' ? '*' : `${kind}:${value}`)),
  );
}

function conditionsOf(raw: unknown): Condition[] {
  if (!isRecord(raw)) return [];
  return Object.entries(raw).flatMap(([operator, keys]) =>
    isRecord(keys)
      ? Object.entries(keys).map(([key, values]) => ({ operator, key: key.toLowerCase(), values: textsOf(values) }))
      : [],
  );
}

function textsOf(raw: unknown): string[] {
  if (Array.isArray(raw)) return raw.flatMap(textsOf);
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? [String(raw)] : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
