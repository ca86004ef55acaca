import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { ShownEvidence } from './evidence.read.js';
import { linkUniversalControls, universalControlsOf } from './link.sql.js';
import { insertVersion, lockedDocument, markCurrent } from './version.sql.js';

interface AddedVersion {
  /** Of the artifact that becomes the newest version. */
  id: string;
  before: ShownEvidence;
  at: Date;
}

/**
 * Lock on the document of the version before a new one. Taken before the new one is written and counted: who links the version before to
 * the same control holds it, too, and waits for that count.
 */
export function lockDocument(em: EntityManager, tenantId: string, before: ShownEvidence): Promise<object> {
  return lockedDocument.only(em, { tenantId, id: before.id });
}

/** Makes an artifact the newest version of a document, with the universal controls of the version before. @returns its place, for the audit trail */
export async function addVersion(
  em: EntityManager,
  { viewer: { tenantId, userId } }: RequestContext,
  { id, before, at }: AddedVersion,
): Promise<{ documentId: string; version: number; versionOf: string }> {
  const { documentId } = await lockedDocument.only(em, { tenantId, id: before.id });
  const { version } = await insertVersion.only(em, { tenantId, documentId, id });
  await markCurrent.run(em, { tenantId, documentId });
  const linked = await universalControlsOf.all(em, { tenantId, ids: [before.id] });
  const made = { linkedBy: userId, linkedAt: at };
  const nos = linked.map(({ no }) => no);
  if (nos.length > 0) await linkUniversalControls.run(em, { tenantId, shownId: id, evidenceId: id, nos, ...made });
  return { documentId, version, versionOf: before.id };
}

/** Marks the current version of the document of an artifact after its withdrawal, or after that was undone. */
export async function settleVersions(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const { documentId } = await lockedDocument.only(em, { tenantId, id });
  await markCurrent.run(em, { tenantId, documentId });
}
