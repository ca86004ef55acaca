import { z } from 'zod';
import type { ClientIdentity } from '../../platform/safe-fetch/allowed-addresses.js';
import { withoutTrailing } from '../../platform/trailing.rules.js';
import { isPem } from '../pem.rules.js';
import { readYaml } from '../yaml.rules.js';

/** Address and credentials of a cluster's API. */
export interface ClusterAccess {
  /** `https://host:port/path`, without a trailing slash. */
  server: string;
  /** Certificate authorities (PEM) of the server; null for the public ones. */
  ca: string | null;
  token: string | null;
  identity: ClientIdentity | null;
}

/** A kubeconfig that is refused. The message says what to change and quotes only names of fields. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
}

const text = z.string().min(1);
const fields = z.record(z.string(), z.unknown());
const Kubeconfig = z.looseObject({
  'current-context': text,
  contexts: z.array(z.looseObject({ name: text, context: z.looseObject({ cluster: text, user: text }) })),
  clusters: z.array(z.looseObject({ name: text, cluster: fields })),
  users: z.array(z.looseObject({ name: text, user: fields.nullable() })),
});

/** Fields of a cluster or a user that are refused, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  exec: 'starts a program; use a token or a client certificate',
  'auth-provider': 'asks a program or another service for credentials; use a token or a client certificate',
  tokenFile: 'names a file; put the token itself into `token`',
  'client-certificate': 'names a file; put the certificate itself into `client-certificate-data`',
  'client-key': 'names a file; put the key itself into `client-key-data`',
  'certificate-authority': 'names a file; put the certificates themselves into `certificate-authority-data`',
  'proxy-url': 'leads through a proxy, which is not supported',
  'tls-server-name': 'asks for the certificate of another name, which is not supported',
  username: 'is a password sign-in, which clusters no longer have; use a token or a client certificate',
  password: 'is a password sign-in, which clusters no longer have; use a token or a client certificate',
  as: 'acts as somebody else, which is not supported',
  'as-uid': 'acts as somebody else, which is not supported',
  'as-groups': 'acts as somebody else, which is not supported',
  'as-user-extra': 'acts as somebody else, which is not supported',
};

/**
 * Reads address and credentials of the current context of a kubeconfig. Not by the client library, which would open files
 * and start programs that a kubeconfig names.
 * @throws {KubeconfigError}
 */
export function readKubeconfig(source: string): ClusterAccess {
  const config = parsed(source);
  const { context } = named('contexts', config.contexts, config['current-context']);
  const cluster = allowedFields('cluster', named('clusters', config.clusters, context.cluster).cluster);
  const user = allowedFields('user', named('users', config.users, context.user).user ?? {});
  if (cluster['insecure-skip-tls-verify'] === true) {
    throw new KubeconfigError('the cluster sets insecure-skip-tls-verify; connections are always verified');
  }
  const ca = textOf(cluster, 'certificate-authority-data');
  const token = textOf(user, 'token');
  const identity = identityOf(user);
  if (token === null && identity === null) {
    throw new KubeconfigError('the user has neither `token` nor `client-certificate-data` with `client-key-data`');
  }
  return {
    server: serverAddress(textOf(cluster, 'server') ?? ''),
    ca: ca === null ? null : pemOf('certificate-authority-data', ca, 'CERTIFICATE'),
    token,
    identity,
  };
}

/**
 * Address of an API server, without a trailing slash.
 * @throws {KubeconfigError} where it is not `https://` or has more than host, port and path
 */
export function serverAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  // The client library would take braces for variables.
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password && !/[{}]/.test(address);
  if (url?.protocol !== 'https:' || !isPlain) {
    throw new KubeconfigError('the server is no address such as https://cluster.example:6443');
  }
  return withoutTrailing(address, '/');
}

function parsed(source: string): z.infer<typeof Kubeconfig> {
  let document: unknown;
  try {
    document = readYaml(source);
  } catch {
    throw new KubeconfigError('it is no YAML, or far too long');
  }
  const result = Kubeconfig.safeParse(document);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join('.') ?? '';
  throw new KubeconfigError(`it is no kubeconfig: ${place || 'the document'} is missing or wrong`);
}

function named<T extends { name: string }>(list: string, entries: T[], name: string): T {
  const entry = entries.find((each) => each.name === name);
  if (!entry) throw new KubeconfigError(`the current context leads to an entry that \`${list}\` does not have`);
  return entry;
}

function allowedFields(kind: string, given: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(given)) {
    const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    if (reason !== undefined) throw new KubeconfigError(`\`${name}\` of the ${kind} ${reason}`);
  }
  return given;
}

function textOf(given: Record<string, unknown>, name: string): string | null {
  const value = given[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new KubeconfigError(`\`${name}\` is no text`);
  return value;
}

function identityOf(user: Record<string, unknown>): ClientIdentity | null {
  const certificate = textOf(user, 'client-certificate-data');
  const key = textOf(user, 'client-key-data');
  if (certificate === null && key === null) return null;
  if (certificate === null || key === null) {
    throw new KubeconfigError('the user needs both `client-certificate-data` and `client-key-data`');
  }
  return {
    certificate: pemOf('client-certificate-data', certificate, 'CERTIFICATE'),
    key: pemOf('client-key-data', key, 'PRIVATE KEY'),
  };
}

function pemOf(name: string, base64: string, kind: 'CERTIFICATE' | 'PRIVATE KEY'): string {
  const pem = Buffer.from(base64, 'base64').toString('utf8');
  if (!isPem(pem, kind))
    throw new KubeconfigError(`\`${name}\` does not hold a ${kind.toLowerCase()} in PEM, in base64`);
  return pem;
}
