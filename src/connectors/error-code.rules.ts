/**
 * An error code of a provider that is safe in a message: `E0000006`, `Authorization_RequestDenied`. Null for any other
 * text: a server could repeat there what it was sent.
 */
export function safeErrorCode(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && /^[A-Za-z][\w.-]{0,63}$/.test(text) ? text : null;
}
