import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { controlId } from '../catalogue/shipped.js';
import { objectKeys } from '../integrations/stored-rows.js';
import type { Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { BOUNDARY, file, formOf, headOf, storedOfUploads, openUpload, upload, UPLOAD, type Part } from './form.js';

const MB = 2 ** 20;
const LIMIT = 50 * MB;
const CONTROL = controlId('soc2', 'CC6.1');
const NOTE = file('A note.');
const field = (name: string, content: string): Part => ({ name, content });

describe('a refused upload', () => {
  let service: TestService;
  let starter: TestTenant;
  beforeAll(async () => {
    service = await startService();
    starter = await service.addTenant('Starter', 'STARTER', ['soc2']);
  });
  afterAll(() => service.stop());

  const stored = async () => storedOfUploads(service, await objectKeys(service));

  /** Sends an upload and checks that nothing of it was stored. */
  async function refused(send: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
    const before = await stored();
    const answer = await send();
    expect(answer.body).toMatchObject({ error: { code } });
    expect(answer.status).toBe(status);
    expect(await stored()).toEqual(before);
    return answer;
  }

  const FAULTS: [fault: string, parts: Part[], pointer: string][] = [
    ['no file', [field('title', 'x')], '/file'],
    ['an empty file', [file('')], '/file'],
    ['two files', [NOTE, NOTE], '/file'],
    ['text for a file', [field('file', 'x')], '/file'],
    ['a file under another name', [{ ...NOTE, name: 'control_id' }], '/control_id'],
    ['an unknown part behind the file', [NOTE, field('controlId', 'x')], '/controlId'],
    ['an unknown part before the file', [field('constructor', 'x'), NOTE], '/constructor'],
    ['a title given twice', [NOTE, field('title', 'a'), field('title', 'b')], '/title'],
    ['a title that is too long', [NOTE, field('title', 'x'.repeat(201))], '/title'],
    ['a title of two lines', [NOTE, field('title', 'a\nb')], '/title'],
    ['a description that is too long', [NOTE, field('description', 'x'.repeat(5_001))], '/description'],
    ['a description beyond all bounds', [NOTE, field('description', 'x'.repeat(40_000))], '/description'],
    ['a NUL in the description', [NOTE, field('description', 'a\0b')], '/description'],
    ['a control that is not a UUID', [NOTE, field('control_id', 'CC6.1')], '/control_id'],
    ['101 controls', [NOTE, ...Array.from({ length: 101 }, () => field('control_id', CONTROL))], '/control_id'],
    ['a time that is none', [NOTE, field('collected_at', 'yesterday')], '/collected_at'],
    ['a day that is none', [NOTE, field('collected_at', '2026-02-30')], '/collected_at'],
    ['a time without a zone', [NOTE, field('collected_at', '2026-01-31T10:00:00')], '/collected_at'],
    ['a time in the far future', [NOTE, field('collected_at', '2199-01-01')], '/collected_at'],
    ['a time before all evidence', [NOTE, field('collected_at', '0001-01-01')], '/collected_at'],
    ['an end that is not a time', [NOTE, field('expires_at', 'never')], '/expires_at'],
    [
      'an end before its beginning',
      [NOTE, field('collected_at', '2026-01-31'), field('expires_at', '2026-01-31')],
      '/expires_at',
    ],
  ];

  it.each(FAULTS)('with %s returns 400, names the part, and stores nothing', async (_, parts, pointer) => {
    const { body } = await refused(() => upload(service.a.member, ...parts), 400, 'VALIDATION_FAILED');
    expect((body as { error: { details: { field: string }[] } }).error.details.map((each) => each.field)).toContain(
      pointer,
    );
  });

  it('names every invalid part', async () => {
    const parts = [NOTE, field('title', 'a\nb'), field('control_id', 'x'), field('expires_at', 'x')];
    const { body } = await refused(() => upload(service.a.member, ...parts), 400, 'VALIDATION_FAILED');
    const { details } = (body as { error: { details: { field: string }[] } }).error;
    expect(details.map((each) => each.field).toSorted()).toEqual(['/control_id', '/expires_at', '/title']);
  });

  it.each([
    ['unknown', () => service.a, '00000000-0000-4000-8000-000000000000'],
    ['of a framework that is not active', () => starter, controlId('hipaa', '164.312(a)(1)')],
    ['malformed in the form of an id of another kind', () => service.a, '5b0a1b1e-6d0f-5c57-9a53-0c1d6f3c7a10'],
  ])('with a control that is %s returns 404 and stores nothing', async (_, tenant, id) => {
    const send = () => upload(tenant().admin, NOTE, field('control_id', CONTROL), field('control_id', id));
    await refused(send, 404, 'NOT_FOUND');
  });

  it('returns 415 for a body that is not a form, and 400 for a query', async () => {
    await refused(() => service.a.admin.post(UPLOAD, { title: 'x' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    await refused(() => service.a.admin.send('POST', UPLOAD), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const body = new Uint8Array(formOf([NOTE]));
    await refused(() => service.a.admin.send('POST', `${UPLOAD}?title=x`, { headers, body }), 400, 'VALIDATION_FAILED');
  });

  it('returns 400 and stores nothing when its form is truncated anywhere', async () => {
    const whole = formOf([NOTE, field('title', 'x')]);
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    for (const length of [10, 60, whole.length - 70, whole.length - 20]) {
      const body = new Uint8Array(whole.subarray(0, length));
      await refused(() => service.a.admin.send('POST', UPLOAD, { headers, body }), 400, 'VALIDATION_FAILED');
    }
  });

  it.each([
    ['a stranger', () => service.anonymous, 401],
    ['an auditor', () => service.a.auditor, 403],
  ])('by %s is answered before a byte of the body is sent', async (_, client, status) => {
    const before = await stored();
    const req = openUpload(service, client(), { 'content-length': String(LIMIT) });
    req.flushHeaders();
    const [answer] = (await once(req, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(status);
    req.destroy();
    expect(await stored()).toEqual(before);
  });

  it('stores nothing when the client disconnects during it', async () => {
    const before = await stored();
    const partials = async () => (await objectKeys(service)).filter((key) => key.endsWith('.partial'));
    const req = openUpload(service, service.a.admin, { 'content-length': String(LIMIT) });
    req.write(headOf(NOTE));
    req.write(Buffer.alloc(3 * MB));
    await eventually(async () => ((await partials()).length > 0 ? true : null));
    req.destroy();
    await eventually(async () => ((await partials()).length === 0 ? true : null));
    expect(await stored()).toEqual(before);
  });

  it('returns 413 for a byte more than 50 MB while it is being sent, and stores nothing', async () => {
    const before = await stored();
    const req = openUpload(service, service.a.admin, { 'transfer-encoding': 'chunked' });
    const answered = once(req, 'response') as Promise<[IncomingMessage]>;
    req.write(headOf(NOTE));
    await sendBytes(req, LIMIT + 1);
    // The form has not ended: the answer is to what has come so far.
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer))).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
    req.destroy();
    await eventually(async () => ((await objectKeys(service)).some((key) => key.endsWith('.partial')) ? null : true));
    expect(await stored()).toEqual(before);
  });

  it('is not returned for a file of exactly 50 MB', async () => {
    const req = openUpload(service, service.a.admin, { 'transfer-encoding': 'chunked' });
    const answered = once(req, 'response') as Promise<[IncomingMessage]>;
    req.write(headOf(NOTE));
    await sendBytes(req, LIMIT);
    req.end(`\r\n--${BOUNDARY}--\r\n`);
    const [answer] = await answered;
    const body = JSON.parse(await text(answer)) as { data: { size: number } };
    expect(answer.statusCode).toBe(201);
    expect(body.data.size).toBe(LIMIT);
  });

  it('does not block the next one', async () => {
    expect((await upload(service.a.admin, NOTE, field('nonsense', 'x'))).status).toBe(400);
    expect((await upload(service.a.admin, NOTE)).status).toBe(201);
  });
});

/** Sends zeros at the pace of the receiver. */
async function sendBytes(req: ReturnType<typeof openUpload>, count: number): Promise<void> {
  const chunk = Buffer.alloc(MB);
  for (let sent = 0; sent < count; sent += chunk.length) {
    const isTaken = req.write(chunk.subarray(0, Math.min(chunk.length, count - sent)));
    if (!isTaken) await once(req, 'drain');
  }
}
