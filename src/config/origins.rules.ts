/** Origins of a setting, comma-separated, as browsers write them: `https://app.example`. */
export function originsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  );
}

/** Whether every part of a setting is an origin (RFC 6454, section 6.2): scheme, host and port, and nothing behind it. */
export function areOrigins(text: string): boolean {
  return [...originsOf(text)].every(
    (each) => URL.canParse(each) && /^https?:$/.test(new URL(each).protocol) && new URL(each).origin === each,
  );
}
