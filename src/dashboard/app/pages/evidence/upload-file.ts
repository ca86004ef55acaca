import { upload, type UploadOptions } from '../../api/rest';
import type { SessionStore } from '../../session-store';
import { hexOf } from './evidence.rules';

/** What a person says about a file. */
export interface NewEvidence {
  file: File;
  title: string;
  description: string;
  /** `2027-01-31`, or empty for never. */
  expiresOn: string;
  /** UUIDs. */
  controlIds: readonly string[];
}

/** What the service keeps, and the hash that this browser computed of what it sent; null where it cannot. */
export interface Stored {
  title: string;
  sha256: string;
  ownSha256: string | null;
}

/** Uploads a file as evidence. @throws {RestError} */
export async function uploadFile(
  sessions: SessionStore,
  evidence: NewEvidence,
  options: UploadOptions,
): Promise<Stored> {
  const { file, title, description, expiresOn, controlIds } = evidence;
  const form = new FormData();
  form.set('title', title);
  form.set('description', description);
  form.set('expires_at', expiresOn);
  for (const id of controlIds) form.append('control_id', id);
  form.set('file', file);
  const [answer, ownSha256] = await Promise.all([
    upload(sessions, '/api/evidence/upload', form, options),
    hashOf(file),
  ]);
  return { title: member(answer, 'title'), sha256: member(answer, 'sha256'), ownSha256 };
}

/** Browsers hash on pages from an encrypted connection or their own machine only. */
async function hashOf(file: File): Promise<string | null> {
  if (!window.isSecureContext) return null;
  return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
}

function member(answer: unknown, name: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
  if (typeof value !== 'string') throw new Error(`the service did not answer with ${name}`);
  return value;
}
