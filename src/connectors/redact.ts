/** Replacement of a redacted credential. */
const REDACTED = '[redacted]';

/** Limit of the examined text; longer ones are cut, so that a hostile one costs no more. Characters. */
const EXAMINED_CHARS_MAX = 16_384;

/**
 * Returns `text` as one line of plain text without control characters and without what looks like a credential, at most
 * `max` characters long (the last one `…` when cut). ARNs, resource ids, UUIDs, hashes and file paths stay unchanged: only
 * known token formats and values beside a word that names a credential are replaced, never "anything random".
 * Our choice, the specification only says that credentials never reach the database.
 * @default max 1_000 // characters
 */
export function redact(text: string, max = 1_000): string {
  if (text.length < TOKEN_CHARS_MIN && text.length <= max && PLAIN.test(text)) return text.trim();
  let clean = oneLine(text);
  if (SUSPICIOUS.test(clean)) for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement);
  if (clean.length <= max) return clean;
  return `${clean.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/**
 * Removes control, bidirectional and zero-width characters and collapses white space. A text that is cut for its length
 * loses its last word too, so that no part of a token is left without its prefix.
 */
function oneLine(text: string): string {
  const words = wholeWords(text).toWellFormed();
  if (!IRREGULAR.test(words)) return words.trim();
  return words
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu, '')
    .trim();
}

/** Cuts at the last white space. A single word of that length could be a key and is redacted whole. */
function wholeWords(text: string): string {
  if (text.length <= EXAMINED_CHARS_MAX) return text;
  const cut = text.slice(0, EXAMINED_CHARS_MAX);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'), cut.lastIndexOf('\t'));
  return end > 0 ? cut.slice(0, end) : REDACTED;
}

/**
 * Minimum length of a text with a token, for a fast path: the shortest token below has 20 characters, and name-value
 * pairs have characters that `PLAIN` lacks.
 */
const TOKEN_CHARS_MIN = 20;
const PLAIN = /^(?!.*--)[\w.() -]*$/;
const IRREGULAR = /[^\S ]| {2}|[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
/** Prefixes and words of all rules below: one test instead of all of them, twenty times as fast. */
const SUSPICIOUS =
  /AKIA|ASIA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-|xapp-|AIza|ya29|GOCSPX|npm_|pypi-|dckr_|[rs]k_|sk-|SG\.|hv[sbr]\.|dop_v1|dapi|shp[a-z]{2}_|IQoJ|FwoG|eyJ|Q~|:\/\/|hooks\.|PRIVATE|pass|pwd|secret|token|key|credential|connection|bearer|basic|[?&](?:sig|code)/i;

/** Token formats that their issuers publish. Each starts at a word boundary, so that it does not match inside an id. */
const TOKENS = [
  String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  String.raw`gh[pousr]_[A-Za-z0-9]{16,255}`,
  String.raw`github_pat_\w{20,255}`,
  String.raw`gl(?:pat|dt|rt|ptt|ft|cbt|imt|oas|soat|agent)-[\w-]{16,255}`,
  String.raw`xox[abeprs]-[\w-]{16,255}`,
  String.raw`xapp-[\w-]{16,255}`,
  String.raw`AIza[\w-]{35}`,
  String.raw`ya29\.[\w-]{20,1024}`,
  String.raw`GOCSPX-[\w-]{20,64}`,
  String.raw`npm_[A-Za-z0-9]{36}`,
  String.raw`pypi-[\w-]{40,255}`,
  String.raw`dckr_pat_[\w-]{20,64}`,
  String.raw`[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}`,
  String.raw`sk-(?:(?:ant|proj|svcacct)-[\w-]{20,255}|[A-Za-z0-9]{32,255})`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`,
  String.raw`hv[sbr]\.[\w-]{20,255}`,
  String.raw`dop_v1_[a-f0-9]{64}`,
  String.raw`dapi[a-f0-9]{32}`,
  String.raw`shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
  String.raw`(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[\w/+=]{40,}`,
].join('|');

/** Words that name a credential outright, and words that also occur in ids and prose. */
const STRONG =
  'passw(?:or)?d|passphrase|pwd|client[ _-]?secret|secret[ _-]?key|secret[ _-]?access[ _-]?key|api[ _-]?key|private[ _-]?key|access[ _-]?token|auth[ _-]?token|account[ _-]?key|shared[ _-]?access[ _-]?(?:key|signature)';
const WEAK = 'secret|token|access[ _-]?key|credentials?|connection[ _-]?string';

/** Values that reveal nothing: states, references to something stored elsewhere, paths, ARNs, what is already redacted. */
const HARMLESS = String.raw`(?!(?:true|false|null|none|no|yes|not|is|enabled|disabled|required|optional|missing|unset|empty|never|expired|n\/a|\*+)(?:[\s.,;:)"'\]}]|$)|\[redacted\]|arn:|\$\{|\{\{|<|\/(?:bin|dev|etc|home|lib|mnt|opt|proc|root|run|srv|sys|tmp|usr|var)(?:\/|\s|$))`;
const VALUE = String.raw`(?:\\"[^"]{1,4096}\\"|"(?:[^"\\]|\\.){1,4096}(?:"|$)|\\?'[^']{1,4096}'|\\?["']?(?:[^\s"'\\&;<>]|\\(?!["'])){1,4096})`;
const OPENING = String.raw`\\?["']?\s?`;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g, REDACTED],
  // eslint-disable-next-line redos/no-vulnerable -- the text has been cut
  [/(?<=:\/\/)[^\s/?#@:]{0,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s@]{1,512}@/g, `${REDACTED}@`],
  [/(?<=hooks\.slack\.com\/)(?:services|workflows|triggers)\/[\w/+-]{10,255}/g, REDACTED],
  [new RegExp(String.raw`(?<![A-Za-z0-9])(?:${TOKENS})`, 'g'), REDACTED],
  [/(?<![\w-])eyJ[\w-]{12,}\.[\w-]{12,}\.?[\w-]*/g, REDACTED],
  [/(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}/g, REDACTED],
  [/\b((?:Bearer|Basic) )(?=\S{0,255}[\d=])[\w+/.=~-]{16,4096}/gi, `$1${REDACTED}`],
  [/(secret[ _-]?(?:access[ _-]?)?key[\s"':=>is]{1,20})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi, `$1${REDACTED}`],
  [
    /([?&](?:sig|signature|key|code|token|access_token|X-Amz-(?:Signature|Credential|Security-Token))=)[^&\s"']+/gi,
    `$1${REDACTED}`,
  ],
  [new RegExp(String.raw`((?:${STRONG}|${WEAK})${OPENING}={1,3}>?\s?)${HARMLESS}${VALUE}`, 'gi'), `$1${REDACTED}`],
  [new RegExp(String.raw`(--(?:${STRONG}|${WEAK}) )(?!-)${HARMLESS}${VALUE}`, 'gi'), `$1${REDACTED}`],
  [new RegExp(String.raw`(?<![:/])((?:${STRONG})${OPENING}:\s?)${HARMLESS}${VALUE}`, 'gi'), `$1${REDACTED}`],
  [new RegExp(String.raw`(?<![:/])((?:${WEAK})(?:\\?["']\s?:\s?|\s?:\s))${HARMLESS}${VALUE}`, 'gi'), `$1${REDACTED}`],
];
