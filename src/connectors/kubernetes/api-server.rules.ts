/** Flags on the command line of an API server; null where one is not set. The form of `Pod.api_server`. */
export interface ApiServerFlags {
  anonymous_auth: boolean | null;
  authentication_config: string | null;
  audit_log_path: string | null;
  audit_log_maxage_days: number | null;
  authorization_modes: string[];
  authorization_config: string | null;
  encryption_provider_config: string | null;
  tls_cert_file: string | null;
  tls_private_key_file: string | null;
}

/** Length of a command line beyond which it is not read. Our choice: real ones have a tenth. */
const COMMAND_LENGTH_MAX = 64 * 1024;
/** Boolean flags: their value is never the next word; without one they are true. */
const SWITCHES = ['anonymous-auth'];
/** Values that Go's strconv.ParseBool accepts. */
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

/**
 * Flags of kube-apiserver that checks read; null for a command line without flags, which cannot be an API server, and for one of more than
 * 64 KiB.
 * Source: command line reference of kube-apiserver.
 * @param words `command` and `args` of the container
 */
export function apiServerFlags(words: readonly string[]): ApiServerFlags | null {
  if (words.reduce((sum, { length }) => sum + length + 1, 0) > COMMAND_LENGTH_MAX) return null;
  const flags = flagsOf(afterProgram(words));
  if (flags.size === 0) return null;
  const last = (name: string) => {
    const value = flags.get(name)?.at(-1);
    return value === undefined || value === '' ? null : value;
  };
  return {
    anonymous_auth: booleanOf(flags.get('anonymous-auth')?.at(-1)),
    authentication_config: last('authentication-config'),
    audit_log_path: last('audit-log-path'),
    audit_log_maxage_days: numberOf(last('audit-log-maxage')),
    authorization_modes: (flags.get('authorization-mode') ?? []).flatMap((modes) =>
      modes
        .split(',')
        .map((mode) => mode.trim())
        .filter(Boolean),
    ),
    authorization_config: last('authorization-config'),
    encryption_provider_config: last('encryption-provider-config'),
    tls_cert_file: last('tls-cert-file'),
    tls_private_key_file: last('tls-private-key-file'),
  };
}

/** Words after the program's name, which may follow a wrapper with its own flags, or stand in a shell command line. */
function afterProgram(words: readonly string[]): string[] {
  const split = words.flatMap((word) => (/kube-apiserver\s/.test(word) ? word.split(/\s+/) : [word]));
  const at = split.findLastIndex((word) => /(?:^|\/)kube-apiserver$/.test(word));
  return split.slice(at + 1);
}

/** Values of every flag, by name. `--flag value` and `--flag=value` are the same. */
function flagsOf(words: readonly string[]): Map<string, string[]> {
  const flags = new Map<string, string[]>();
  for (const [index, word] of words.entries()) {
    const [, name, value] = /^--([A-Za-z0-9_-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) continue;
    // The program accepts both spellings.
    const known = name.replaceAll('_', '-');
    const next = SWITCHES.includes(known) ? undefined : words[index + 1];
    const given = value ?? (next === undefined || next.startsWith('--') ? '' : next);
    const values = flags.get(known);
    if (values) values.push(given);
    else flags.set(known, [given]);
  }
  return flags;
}

function booleanOf(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  return FALSE.includes(value) ? false : TRUE.includes(value) || value === '' ? true : null;
}

function numberOf(value: string | null): number | null {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
