import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient, type Credentials } from '@aws-sdk/client-sts';
import { MINUTE, type Clock } from '../../platform/clock.js';
import { CollectTime } from '../collect-time.js';
import { ConnectionLost, type ProbeContext } from '../connector.js';
import { AwsSettings } from './aws-settings.js';
import { AwsClients, type AwsCredentials } from './aws-clients.js';
import { failureOf, sentenceOf } from './aws-error.rules.js';
import type { AwsSession } from './aws-scope.js';

/** Options of the operator, for every tenant. */
export interface AwsOptions {
  /** Endpoint of every service in place of AWS: an emulator. @default null */
  endpoint?: string | null;
  /** Whether a role may be assumed with the service's own credentials. @default false */
  lendsOwnCredentials?: boolean;
  /** ARN of the user or role of these credentials, for the trust of the roles. @default null */
  principal?: string | null;
  /** Attempts of one call, the first included. @default 6 */
  attemptsMax?: number;
}

/** A session whose regions are not known yet. */
export interface OpenSession extends Omit<AwsSession, 'regions'> {
  /** ARN of the user or role whose credentials these are; null where AWS does not say. */
  principal: string | null;
  /** Closes idle connections. */
  close(): void;
}

/** Time before their expiry at which credentials are renewed. */
const RENEWAL_MS = 5 * MINUTE;
const ATTEMPTS_MAX = 6;
const SESSION_NAME = 'crosswalk';
/** Limit of a session of a role that another role assumes. */
const SESSION_SECONDS = 3_600;

/**
 * Verifies the credentials and opens a session. The caller closes it.
 * @throws {ConnectionLost} where AWS refuses them or cannot be reached
 */
export async function openSession(
  ctx: Pick<ProbeContext, 'config' | 'clock' | 'signal' | 'timeLimits'>,
  options: AwsOptions,
): Promise<OpenSession> {
  const settings = AwsSettings.parse(ctx.config);
  const homeRegion = homeRegionOf(settings);
  const time = CollectTime.begin(ctx.signal, ctx.timeLimits);
  const shared = {
    endpoint: options.endpoint ?? null,
    attemptsMax: options.attemptsMax ?? ATTEMPTS_MAX,
    time,
  };
  const base = AwsClients.open({ ...shared, credentials: keysOf(settings) });
  const assumed = renewed(() => assume(base.create(STSClient, homeRegion), settings), ctx.clock);
  const clients = settings.role_arn === undefined ? base : AwsClients.open({ ...shared, credentials: assumed });
  const close = () => {
    clients.close();
    base.close();
  };
  try {
    if (keysOf(settings) === null) await refuseOpenRoles(base.create(STSClient, homeRegion), settings, options);
    const { account, partition, principal } = await identify(clients, homeRegion);
    const { clock, signal } = ctx;
    const startedAt = clock.now();
    return { clients, settings, account, partition, principal, homeRegion, startedAt, clock, signal, time, close };
  } catch (err) {
    close();
    ctx.signal.throwIfAborted();
    throw lost(err, 'sts:GetCallerIdentity');
  }
}

/**
 * The session of another account, by its role, which the credentials of the first assume. It is closed with `close`.
 * @throws {ConnectionLost} where AWS refuses the role or does not answer
 */
export async function openMember(session: OpenSession, account: string, options: AwsOptions): Promise<OpenSession> {
  const { clients, settings, partition, homeRegion, clock, time } = session;
  const role = {
    role_arn: `arn:${partition}:iam::${account}:role/${settings.member_role ?? ''}`,
    external_id: settings.external_id,
  };
  const credentials = renewed(() => assume(clients.create(STSClient, homeRegion), role), clock);
  try {
    await credentials();
  } catch (err) {
    session.signal.throwIfAborted();
    throw lost(err, 'sts:AssumeRole');
  }
  const member = AwsClients.open({
    ...{ credentials, time, endpoint: options.endpoint ?? null },
    attemptsMax: options.attemptsMax ?? ATTEMPTS_MAX,
  });
  return { ...session, clients: member, account, principal: role.role_arn, close: () => member.close() };
}

/** Whether the credentials are still accepted. Throttling and server errors count as yes. */
export async function areCredentialsValid({
  clients,
  homeRegion,
}: Pick<AwsSession, 'clients' | 'homeRegion'>): Promise<boolean> {
  try {
    await clients.create(STSClient, homeRegion).send(new GetCallerIdentityCommand({}));
    return true;
  } catch (err) {
    return failureOf(err) !== 'credentials';
  }
}

/** An error of opening a session by `action`, as the integration reports it. */
function lost(err: unknown, action: string): Error {
  if (err instanceof ConnectionLost) return err;
  switch (failureOf(err)) {
    case 'credentials':
    case 'denied':
      return new ConnectionLost(sentenceOf(err, action), { cause: err });
    case 'not_offered':
    case 'unavailable':
      return new ConnectionLost('AWS cannot be reached.', { cause: err });
    case 'answered':
      return new ConnectionLost(sentenceOf(err, action), { cause: err });
    case 'unknown':
      return err instanceof Error ? err : new Error('the session failed', { cause: err });
  }
}

/** Home region of the partition of the settings; China and GovCloud are separate from the others. */
function homeRegionOf({ regions, role_arn: role }: AwsSettings): string {
  const partition = role?.split(':')[1] ?? '';
  const region = regions[0] ?? '';
  if (partition === 'aws-us-gov' || region.startsWith('us-gov-')) return 'us-gov-west-1';
  if (partition === 'aws-cn' || region.startsWith('cn-')) return 'cn-north-1';
  return 'us-east-1';
}

function keysOf(settings: AwsSettings): AwsCredentials | null {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** Credentials that all clients share, renewed shortly before they expire. */
function renewed(load: () => Promise<AwsCredentials>, clock: Clock): () => Promise<AwsCredentials> {
  let current: Promise<AwsCredentials> | null = null;
  return async () => {
    const known = await current;
    const expiresMs = known?.expiration?.getTime() ?? Infinity;
    if (known && expiresMs - RENEWAL_MS > clock.now().getTime()) return known;
    current = load();
    return current;
  };
}

async function assume(
  sts: STSClient,
  { role_arn: role, external_id: externalId }: Pick<AwsSettings, 'role_arn' | 'external_id'>,
): Promise<AwsCredentials> {
  try {
    const { Credentials: given } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: role,
        RoleSessionName: SESSION_NAME,
        DurationSeconds: SESSION_SECONDS,
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
      }),
    );
    return credentialsOf(given);
  } catch (err) {
    if (failureOf(err) !== 'denied') throw err;
    throw new ConnectionLost(
      'AWS refused sts:AssumeRole: the trust policy of the role has to name who assumes it and the external id.',
      { cause: err },
    );
  }
}

function credentialsOf(given: Credentials | undefined): AwsCredentials {
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = given ?? {};
  if (AccessKeyId === undefined || SecretAccessKey === undefined || SessionToken === undefined) {
    throw new ConnectionLost('AWS returned no credentials for the role.');
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    ...(Expiration === undefined ? {} : { expiration: Expiration }),
  };
}

/**
 * Refuses a role that can be assumed without its external id: with the service's own credentials, which many tenants share,
 * any of them could name it.
 */
async function refuseOpenRoles(sts: STSClient, settings: AwsSettings, options: AwsOptions): Promise<void> {
  if (options.lendsOwnCredentials !== true) {
    throw new ConnectionLost(
      'This service has no AWS credentials of its own: give an access key that assumes the role.',
    );
  }
  if (settings.external_id === undefined) {
    throw new ConnectionLost('A role that is assumed without an access key needs an external id.');
  }
  try {
    await sts.send(new AssumeRoleCommand({ RoleArn: settings.role_arn, RoleSessionName: SESSION_NAME }));
  } catch (err) {
    if (failureOf(err) === 'denied') return;
    throw err;
  }
  throw new ConnectionLost('The trust policy of the role has to ask for the external id (condition sts:ExternalId).');
}

async function identify(
  clients: AwsClients,
  homeRegion: string,
): Promise<{ account: string; partition: string; principal: string | null }> {
  const { Account: account, Arn: arn } = await clients
    .create(STSClient, homeRegion)
    .send(new GetCallerIdentityCommand({}));
  if (account === undefined) throw new ConnectionLost('AWS does not say whose credentials these are.');
  return { account, partition: arn?.split(':')[1] ?? 'aws', principal: arn ?? null };
}
