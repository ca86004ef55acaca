import { upload, type UploadOptions } from '../../api/rest';
import type { SessionStore } from '../../session-store';
import { hexOf } from './hex.rules';

/** Form values of an upload. */
export interface NewEvidence {
  file: File;
  title: string;
  description: string;
  /** `2027-01-31`, or empty for never. */
  expiresOn: string;
  /** UUIDs. */
  controlIds: readonly string[];
  /** Id of the version before it; null for a document of its own. */
  versionOf: string | null;
}

/** The artifact whose document gets a new version. */
export interface Before {
  id: string;
  title: string;
}

/** The stored artifact, with the hash that the browser computed of the file; null where it cannot. */
export interface Stored {
  id: string;
  title: string;
  sha256: string;
  ownSha256: string | null;
  /** Whether it is evidence for a control: by this upload, or as the version before it is. */
  isUsed: boolean;
}

/** Uploads a file as evidence. @throws {RestError} */
export async function uploadFile(
  sessions: SessionStore,
  evidence: NewEvidence,
  options: UploadOptions,
): Promise<Stored> {
  const { file, title, description, expiresOn, controlIds, versionOf } = evidence;
  const form = new FormData();
  form.set('title', title);
  form.set('description', description);
  form.set('expires_at', expiresOn);
  if (versionOf !== null) form.set('version_of', versionOf);
  for (const id of controlIds) form.append('control_id', id);
  form.set('file', file);
  const [answer, ownSha256] = await Promise.all([
    upload(sessions, '/api/evidence/upload', form, options),
    hashOf(file),
  ]);
  return {
    ...{ id: member(answer, 'id'), title: member(answer, 'title'), sha256: member(answer, 'sha256'), ownSha256 },
    isUsed: controlIds.length > 0 || versionOf !== null,
  };
}

/** SHA-256 of a file. Browsers offer it to pages over HTTPS or from the same machine only. */
async function hashOf(file: File): Promise<string | null> {
  if (!window.isSecureContext) return null;
  return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
}

function member(answer: unknown, name: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
  if (typeof value !== 'string') throw new Error(`the service did not answer with ${name}`);
  return value;
}
