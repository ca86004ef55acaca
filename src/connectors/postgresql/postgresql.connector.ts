import { DatabaseError } from 'pg';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import type { Resource } from '../resource.js';
import { PARTS, type Part } from './postgresql-collect.js';
import { POSTGRESQL_PERMISSIONS } from './postgresql-permissions.js';
import { openSession, type Session } from './postgresql-client.js';
import { PostgresqlSettings } from './postgresql-settings.js';

/** Reads the security settings, access rules and roles of a PostgreSQL server, and the rights of one of its databases. */
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
  const access = PostgresqlSettings.parse(ctx.config);
  const server = `${access.host}:${String(access.port)}`;
  const session = await openSession(access, ctx);
  try {
    for (const [index, part] of PARTS.entries()) {
      for await (const found of foundOf(part, session, { server, now: ctx.clock.now() })) {
        ctx.signal.throwIfAborted();
        yield 'gap' in found
          ? { kind: 'gap', gap: { resourceTypes: [part.type], region: null, account: server, reason: found.gap } }
          : { kind: 'resource', resource: { type: part.type, region: null, account: server, ...found } };
      }
      yield { kind: 'progress', fraction: (index + 1) / PARTS.length };
    }
    yield { kind: 'read', resourceTypes: PARTS.map(({ type }) => type) };
  } finally {
    await session.close();
  }
}

type Found = Pick<Resource, 'id' | 'name' | 'properties'> | { gap: string };

/** What a part has; where the server refuses it, a gap that names the grant. */
async function* foundOf(part: Part, session: Session, at: { server: string; now: Date }): AsyncGenerator<Found> {
  try {
    yield* part.read(session, at);
  } catch (err) {
    if (!(err instanceof DatabaseError)) throw err;
    yield { gap: refusal(part, err.code ?? '') };
  }
}

/** By SQLSTATE; the server's own words may hold anything. */
function refusal({ title, grant }: Part, code: string): string {
  switch (code) {
    case '42501':
      return `${title} could not be read: ${grant}.`;
    case '42P01':
    case '42883':
      return `${title} could not be read: the server is too old to show them.`;
    case '57014':
      return `${title} could not be read: the server did not answer within 30 seconds.`;
    default:
      return `${title} could not be read: the server answered with SQLSTATE ${code}.`;
  }
}
