import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LockMode, MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import {
  Assessment,
  Audit,
  Control,
  ControlStatus,
  Framework,
  Ledger,
  Mapping,
  Outbox,
  Tenant,
} from './uow-entities.js';

interface Asked {
  tenantId: string;
  universalControlId: string;
  status: string;
}

/**
 * Peer of the propagation benchmark: the same change as commonly written, entity by entity in a unit of work. It locks
 * the tenant, loads sets, changes objects and flushes once. No token, no limits, no row level security.
 */
export class UowPeer {
  private readonly server = createServer((req, res) => {
    this.assess(req).then(
      (body) => res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (err: unknown) => res.writeHead(500).end(String(err)),
    );
  });

  private constructor(private readonly orm: MikroORM) {}

  static async open(databaseUrl: string): Promise<UowPeer> {
    const entities = [Assessment, Audit, Control, ControlStatus, Framework, Ledger, Mapping, Outbox, Tenant];
    return new UowPeer(await MikroORM.init({ clientUrl: databaseUrl, entities, pool: { min: 1, max: 12 } }));
  }

  /** Starts the server. @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await this.orm.close(true);
  }

  private async assess(req: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    return this.orm.em.fork().transactional((em) => propagate(em, asked));
  }
}

async function propagate(em: EntityManager, { tenantId, universalControlId, status }: Asked): Promise<object> {
  const tenant = await em.findOneOrFail(Tenant, tenantId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const at = new Date();
  const assessment = em.create(Assessment, { id: randomUUID(), tenantId, universalControlId, status, createdAt: at });
  const reached = await em.find(
    Mapping,
    { universalControlId },
    { populate: ['control.framework', 'control.mappings'] },
  );
  const universalIds = reached.flatMap(({ control }) =>
    control.mappings.getItems().map((each) => each.universalControlId),
  );
  const known = await em.find(
    Assessment,
    { tenantId, universalControlId: { $in: universalIds } },
    { orderBy: { createdAt: 'asc' }, flushMode: 'commit' },
  );
  const inForce = new Map([...known, assessment].map((each) => [each.universalControlId, each.status]));
  const statuses = await em.find(ControlStatus, { tenantId }, { populate: ['control.framework'] });
  const before = scoresOf(statuses);
  const byControl = new Map(statuses.map((each) => [each.control.id, each]));
  const propagated = reached.flatMap(({ control }) => {
    const held = byControl.get(control.id);
    if (!held) return [];
    const verdicts = control.mappings.getItems().map((each) => inForce.get(each.universalControlId) ?? 'not_assessed');
    const next = decide(verdicts);
    const previous = held.status;
    const decided = { control_id: control.controlId, framework: control.framework.name, previous, next };
    if (next !== previous) {
      held.status = next;
      const assessmentId = assessment.id;
      em.create(Ledger, {
        id: randomUUID(),
        tenantId,
        controlId: control.id,
        previousStatus: previous,
        status: next,
        assessmentId,
        changedAt: at,
      });
      if (previous === 'passed' && next === 'failed') {
        em.create(Outbox, { id: randomUUID(), tenantId, event: 'compliance.control_failed', data: decided });
      }
    }
    return [decided];
  });
  for (const [framework, score] of scoresOf(statuses)) {
    if (score === before.get(framework)) continue;
    em.create(Outbox, { id: randomUUID(), tenantId, event: 'compliance.score_changed', data: { framework, score } });
  }
  tenant.lastAuditHash = createHash('sha256')
    .update(tenant.lastAuditHash + assessment.id)
    .digest('hex');
  em.create(Audit, { id: randomUUID(), tenantId, action: 'assessment.created', hash: tenant.lastAuditHash });
  await em.flush();
  return { data: { id: assessment.id, propagated_controls: propagated } };
}

function decide(verdicts: string[]): string {
  if (verdicts.some((verdict) => verdict === 'non_compliant' || verdict === 'partially_compliant')) return 'failed';
  return verdicts.includes('compliant') ? 'passed' : 'not_assessed';
}

function scoresOf(statuses: { status: string; control: { framework: { name: string; totalControls: number } } }[]) {
  const passed = new Map<string, number>([['overall', 0]]);
  for (const { status, control } of statuses) {
    const isPassed = status === 'passed' ? 1 : 0;
    for (const name of ['overall', control.framework.name]) passed.set(name, (passed.get(name) ?? 0) + isPassed);
  }
  return passed;
}
