import { request, type ClientRequest } from 'node:http';
import type { Answer, Client } from '../support/client.js';
import type { TestService } from '../support/service.js';
import type { EvidenceBody } from './evidence-body.js';

export const UPLOAD = '/api/evidence/upload';
export const BOUNDARY = 'form-of-tests';

/** A part of a form; one with a file name is a file. */
export interface Part {
  name: string;
  content: string | Buffer;
  fileName?: string;
  type?: string;
}

/** An upload has a person who made it, and may be of no control. */
export interface UploadedEvidence extends Omit<EvidenceBody, 'control_id' | 'created_by'> {
  control_id: string | null;
  created_by: string;
}

/** The part `file`. */
export function file(content: string | Buffer, fileName = 'note.txt', type = 'application/octet-stream'): Part {
  return { name: 'file', content, fileName, type };
}

/** Header of a part: everything before its content. */
export function headOf({ name, fileName, type }: Part): string {
  const disposition = `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
  return `--${BOUNDARY}\r\n${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`;
}

/** Bytes of a whole form. */
export function formOf(parts: Part[]): Buffer {
  const body = parts.flatMap((part) => [Buffer.from(headOf(part)), Buffer.from(part.content), Buffer.from('\r\n')]);
  return Buffer.concat([...body, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Uploads the parts in their order. */
export function upload(client: Client, ...parts: Part[]): Promise<Answer> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return client.send('POST', UPLOAD, { body: new Uint8Array(formOf(parts)), headers });
}

/** Uploads a valid form. @returns the artifact */
export async function uploaded(client: Client, ...parts: Part[]): Promise<UploadedEvidence> {
  const { status, body, text } = await upload(client, ...parts);
  if (status !== 201) throw new Error(`the upload answered ${status}: ${text}`);
  return (body as { data: UploadedEvidence }).data;
}

/** Opens an upload whose body the test sends itself. */
export function openUpload(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  { token }: Client,
  headers: Record<string, string> = {},
): ClientRequest {
  const req = request(baseUrl + UPLOAD, {
    method: 'POST',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  });
  req.on('error', () => undefined);
  return req;
}

/** Stored data of uploads: rows and events of evidence, and objects. */
export async function storedOfUploads({ database }: TestService, keys: string[]): Promise<object> {
  const [counts] = await database.query(`
    select (select count(*)::int from evidence) as evidence, (select count(*)::int from evidence_controls) as links,
      (select count(*)::int from outbox where event = 'evidence.uploaded') as events,
      (select count(*)::int from audit_log where action = 'evidence.uploaded') as audited`);
  return { ...counts, keys };
}
