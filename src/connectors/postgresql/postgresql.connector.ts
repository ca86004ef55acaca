import { DatabaseError } from 'pg';
import { CollectTime, OutOfTime } from '../collect-time.js';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import type { IdentityFact } from '../identity.js';
import { UnreadableAnswer } from './bounded-query.js';
import { IDENTITY_QUERY } from './postgresql-queries.js';
import { PARTS, type Collectable, type PostgresqlPart, type PostgresqlScope } from './postgresql-collect.js';
import { POSTGRESQL_PERMISSIONS } from './postgresql-permissions.js';
import { openPostgresqlClient, QueryInterrupted, TlsNotOffered, type PostgresqlClient } from './postgresql-client.js';
import { PostgresqlSettings } from './postgresql-settings.js';

const TRANSPORT = 'PostgresTransport';

/** Reads security settings, access rules and roles of a PostgreSQL server, and privileges of one of its databases. */
export class PostgresqlConnector implements Connector {
  readonly type = 'postgresql';
  readonly title = 'PostgreSQL';
  readonly description =
    'Security settings, pg_hba.conf, roles and version of a PostgreSQL server, with the extensions and rights of one database, read over TLS as a role of its own. No table is read.';
  readonly settings = PostgresqlSettings;
  readonly permissions = POSTGRESQL_PERMISSIONS;
  readonly acceptsReports = false;

  async probe(ctx: ProbeContext): Promise<string[]> {
    const problems: string[] = [];
    for await (const step of stepsOf(ctx)) {
      if (step.kind === 'gap') problems.push(step.gap.reason);
    }
    return problems;
  }

  collect(ctx: CollectContext): AsyncGenerator<Collected> {
    return stepsOf(ctx);
  }
}

async function* stepsOf(ctx: ProbeContext | CollectContext): AsyncGenerator<Collected> {
  const settings = PostgresqlSettings.parse(ctx.config);
  const server = `${settings.host}:${String(settings.port)}`;
  const time = CollectTime.begin(ctx.signal, ctx.timeLimits);
  const client = await openedUnlessWithoutTls(settings, { ...ctx, time });
  if (!client) {
    yield* withoutTls(server);
    return;
  }
  try {
    if ('reached' in ctx) ctx.reached?.(await identityOf(client, server));
    for (const [index, part] of PARTS.entries()) {
      time.nextPart();
      for await (const found of collected(part, { client, server, now: ctx.clock.now() })) {
        ctx.signal.throwIfAborted();
        yield 'gap' in found
          ? { kind: 'gap', gap: { resourceTypes: [part.type], region: null, account: server, reason: found.gap } }
          : { kind: 'resource', resource: { type: part.type, region: null, account: server, ...found } };
      }
      yield { kind: 'progress', fraction: (index + 1) / PARTS.length };
    }
    yield { kind: 'read', resourceTypes: PARTS.map(({ type }) => type) };
  } finally {
    await client.close();
  }
}

/** Whom the connection reached; empty where the server does not answer the question. */
async function identityOf(client: PostgresqlClient, server: string): Promise<IdentityFact[]> {
  const [found] = await client.rows(IDENTITY_QUERY).catch((err: unknown) => {
    if ([DatabaseError, QueryInterrupted, UnreadableAnswer].some((known) => err instanceof known)) return [];
    throw err;
  });
  if (!found) return [];
  return [
    { kind: 'system', value: server },
    { kind: 'database', value: found.database },
    { kind: 'principal', value: found.role },
    { kind: 'version', value: `PostgreSQL ${found.version}` },
  ];
}

/** Null where the server does not offer TLS: that is a finding, and a password is not sent without it. */
async function openedUnlessWithoutTls(
  settings: PostgresqlSettings,
  ctx: Parameters<typeof openPostgresqlClient>[1],
): Promise<PostgresqlClient | null> {
  try {
    return await openPostgresqlClient(settings, ctx);
  } catch (err) {
    if (err instanceof TlsNotOffered) return null;
    throw err;
  }
}

function* withoutTls(server: string): Generator<Collected> {
  yield {
    kind: 'resource',
    resource: {
      type: TRANSPORT,
      id: `transport/${server}`,
      name: server,
      region: null,
      account: server,
      // It was reached over TCP.
      properties: { ssl: false, listening: 'network', ssl_min_protocol_version: null },
    },
  };
  const unread = PARTS.map(({ type }) => type).filter((type) => type !== TRANSPORT);
  const reason =
    'The server does not offer TLS, and a password is not sent without it: switch ssl on. Nothing else could be read.';
  yield { kind: 'gap', gap: { resourceTypes: unread, region: null, account: server, reason } };
  yield { kind: 'read', resourceTypes: PARTS.map(({ type }) => type) };
}

/** Resources of a part; where the server refuses it, a gap that names what is read and the grant. */
async function* collected(part: PostgresqlPart, scope: PostgresqlScope): AsyncGenerator<Collectable> {
  try {
    yield* part.collect(scope);
  } catch (err) {
    if (err instanceof QueryInterrupted) yield { gap: `${part.title} could not be read: ${interruption(err)}.` };
    else if (err instanceof UnreadableAnswer) yield { gap: `${part.title} could not be read: ${err.message}.` };
    else if (err instanceof DatabaseError) yield { gap: refusal(part, err.code ?? '') };
    else throw err;
  }
}

function interruption({ cause }: QueryInterrupted): string {
  return cause instanceof OutOfTime ? 'the server did not answer in time' : 'the connection was lost';
}

/** Reason of a refusal by SQLSTATE; the server's own message may hold anything. */
function refusal({ title, grant }: PostgresqlPart, code: string): string {
  switch (code) {
    case '42501':
      return `${title} could not be read: ${grant}.`;
    case '42P01':
    case '42883':
      return `${title} could not be read: the server is too old to show them.`;
    case '57014':
      return `${title} could not be read: the server did not answer within 25 seconds.`;
    default:
      return `${title} could not be read: the server answered with SQLSTATE ${code}.`;
  }
}
