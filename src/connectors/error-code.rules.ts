/**
 * A system's own word for a refusal, as it may stand in a message: `E0000006`, `Authorization_RequestDenied`. Null for
 * whatever else stands in its place: a server could repeat there what it was sent.
 */
export function codeWord(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && /^[A-Za-z][\w.-]{0,63}$/.test(text) ? text : null;
}
