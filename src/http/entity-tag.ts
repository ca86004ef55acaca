import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** Weak entity tag (RFC 9110, section 8.8.3) of what `parts` say: the same for the same data, whatever its encoding. */
export function weakTag(...parts: readonly string[]): string {
  return `W/${opaqueTag(parts)}`;
}

/**
 * Strong entity tag (RFC 9110, section 8.8.3) of data that are sent in one encoding: of their text, with the envelope or bare. The id of
 * the request in an envelope belongs to the message, as its header does, and not to what the tag names.
 */
export function strongTag(text: string, bare: boolean): string {
  return opaqueTag([text, String(bare)]);
}

/**
 * Whether `If-Match` names one of the tags, by strong comparison: weak tags never match (RFC 9110, section 13.1.1). What is no entity tag
 * matches nothing.
 */
export function isMatched(tags: readonly string[], condition: string): boolean {
  const named = condition.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return named.some((each) => tags.includes(each));
}

function opaqueTag(parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Lengths first: no two lists of parts give the same text.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Gives the response its tag.
 * @returns whether the client has it already: 304, and nothing else is to be sent
 */
export function answerUnchanged(ctx: Context, tag: string): boolean {
  ctx.set('ETag', tag);
  if (!isNamed(tag, ctx.get('If-None-Match'))) return false;
  ctx.status = 304;
  ctx.body = null;
  return true;
}

/**
 * Whether `If-None-Match` names a tag, by weak comparison (RFC 9110, section 13.1.2). Not by Koa's `fresh`: it gives in to
 * `Cache-Control: no-cache`, which asks caches on the way, and which `fetch` adds to every conditional request.
 */
function isNamed(tag: string, condition: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return condition.trim() === '*' || condition.split(',').some((each) => opaque(each) === opaque(tag));
}
