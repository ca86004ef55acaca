/**
 * Scopes of API keys: what a key may be allowed to do, beside the role of its service account. Every key has `read`,
 * because the answer of a change shows what queries show. Our choice; the specification is silent.
 */
export const SCOPES = ['read', 'report', 'scan', 'import', 'evidence', 'assess', 'checks'] as const;
export type Scope = (typeof SCOPES)[number];

/** Requirement of an operation on API keys: a scope, or `interactive` where no key may call it, only a person's session. */
export type RequiredScope = Scope | 'interactive';

/** The scopes among stored words. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => stored.includes(scope));
}

/** The scopes of a key that was asked for with these, in the order of `SCOPES`, with `read`. */
export function scopesOfKey(asked: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scope === 'read' || asked.includes(scope));
}
