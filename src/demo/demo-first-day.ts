import { Readable } from 'node:stream';
import type { AppContext, RequestContext } from '../context.js';
import { findControlByCode } from '../modules/catalogue/visibility.js';
import type { UploadService } from '../modules/evidence/upload.service.js';
import { AssessmentService } from '../modules/ucf/assessment.service.js';
import type { Log } from '../platform/log.js';
import type { Database } from '../platform/database/database.js';
import { DOCUMENTS, type DemoDocument } from './content/documents.js';
import { FIRST_ASSESSMENTS } from './content/first-assessments.js';
import { DemoPeople } from './demo-people.js';
import { universalControlOf } from './demo-trail.js';

interface FirstDayOptions {
  context: AppContext;
  database: Database;
  uploads: UploadService;
  log: Log;
}

/**
 * What people did on the first day of an organization that was just created: a member's uploads, and assessments by its admin. Without
 * the files where they cannot be stored or scanned now.
 */
export async function recordFirstDay(
  { context, database, uploads, log }: FirstDayOptions,
  { tenantId, at }: { tenantId: string; at: Date },
): Promise<void> {
  const people = new DemoPeople(context, tenantId);
  await database.within({ kind: 'tenant', tenantId }, async () => {
    const member = await people.contextOf(database.fork(), 'member', at);
    const evidence = new Map<string, string[]>();
    for (const document of DOCUMENTS) {
      const id = await upload(member, uploads, document).catch((err: unknown) => {
        log.warn({ err, title: document.title }, 'cannot store a document of the demo organization');
      });
      if (id === undefined) continue;
      for (const code of document.assessments) evidence.set(code, [...(evidence.get(code) ?? []), id]);
    }
    await database.fork().transactional(async (em) => {
      const admin = await people.contextOf(em, 'admin', at);
      const assessments = new AssessmentService();
      for (const { code, status, details } of FIRST_ASSESSMENTS) {
        const universalControl = universalControlOf(admin, { code });
        await assessments.create(admin, { universalControl, status, details, evidenceIds: evidence.get(code) ?? [] });
      }
    });
  });
}

/** @returns the id of the artifact */
function upload(ctx: RequestContext, uploads: UploadService, document: DemoDocument): Promise<string> {
  const bytes = Buffer.from(document.text);
  const at = ctx.clock.now().getTime();
  const fields = new Map([
    ['title', [document.title]],
    ['control_id', document.controls.map((named) => findControlByCode(ctx, ...named).id)],
    ['collected_at', [new Date(at - document.age).toISOString()]],
    ['expires_at', document.lifetime === null ? [] : [new Date(at + document.lifetime).toISOString()]],
  ]);
  return uploads.store(ctx, {
    file: Readable.from([bytes]),
    fileName: document.fileName,
    bytesMax: bytes.length,
    waitsForClient: () => false,
    signal: new AbortController().signal,
    finished: () => Promise.resolve(fields),
  });
}
