import type { Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import { SYSTEM } from '../../access/actor.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { activeControls, mappedTo } from '../posture/active-controls.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import { expiredAssessments } from './assessment.sql.js';

export interface AssessmentExpiryOptions {
  database: Database;
  catalogue: Catalogue;
  clock: Clock;
  log: Log;
}

/** Ends assessments at their expiry: `not_assessed` takes their place, and what they decided is decided again. */
export class AssessmentExpiry {
  constructor(private readonly options: AssessmentExpiryOptions) {}

  /** Ends what has expired. May run in several processes at once: each expiry is recorded once. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    await eachTenant({ database, log, signal, task: 'end assessments' }, (tenantId) => this.endAll(tenantId));
  }

  private async endAll(tenantId: string): Promise<void> {
    const { database, clock } = this.options;
    const due = await expiredAssessments.all(database.fork(), { tenantId, now: clock.now(), only: null });
    for (const { id } of due) await database.fork().transactional((em) => this.end(em, tenantId, id));
  }

  private async end(em: EntityManager, tenantId: string, id: string): Promise<void> {
    const { catalogue, clock } = this.options;
    await lockPosture(em, { tenantId, catalogue, clock });
    // Read under the lock: the order of assessments is the order of their times.
    const at = clock.now();
    const expired = await expiredAssessments.one(em, { tenantId, now: at, only: id });
    // Another process was faster, or a newer assessment took its place.
    if (!expired) return;
    const { universalNo, assessedBy, expiresAt } = expired;
    await decideStatuses(em, {
      controls: mappedTo(await activeControls(em, tenantId, catalogue), [universalNo]),
      cause: { tenantId, source: 'assessment', kind: 'judgement', at, changedBy: null, scanId: null },
      frameworks: catalogue.frameworks,
      assessment: {
        id: newId(),
        universalNo,
        universalControlId: catalogue.universalControlByNo.get(universalNo)?.id ?? '',
        status: 'not_assessed',
        isSupported: false,
        at,
        details: `The assessment expired at ${expiresAt.toISOString()}.`,
        evidenceIds: [],
        expiresAt: null,
        expiredId: id,
        assessedBy,
        actor: SYSTEM,
      },
    });
  }
}
