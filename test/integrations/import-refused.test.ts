import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { connect, finished, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { eventually } from '../support/eventually.js';
import { storedRows, objectKeys } from './stored-rows.js';
import { ASFF, consoleMfa, prowlerReport, SARIF, XCCDF } from './reports.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Passes PCI DSS 8.4.3 alone, and fails the four controls that ask for UCF-IAM-08, element 6. */
const GOOD = prowlerReport([...consoleMfa('PASS'), { rule: 'rds_snapshots_public_access', status: 'FAIL' }]);
const OF_GOOD = { passed_controls: 1, failed_controls: 4 };

/** Reports that are refused with 400 and the place, in the part `file` of a valid form. */
const BROKEN: [fault: string, report: string | Buffer][] = [
  ['nothing', ''],
  ['white space', ' \n\t '],
  ['JSON that ends early', GOOD.slice(0, -40)],
  ['JSON that ends before its last bracket', GOOD.slice(0, -1)],
  ['JSON with something behind its end', `${GOOD}]`],
  ['JSON with a fault in the middle', GOOD.replace('"severity_id":4', '"severity_id":four')],
  ['gzip that ends early', gzipSync(GOOD).subarray(0, -12)],
  ['gzip of nothing', gzipSync('')],
  ['gzip of something else', gzipSync('hello')],
  ['XML that ends early', XCCDF.slice(0, -20)],
  ['XML with a fault', XCCDF.replace('</TestResult>', '</TestReslt>')],
  ['a checklist without results', '<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="b"/>'],
  ['an unknown result', XCCDF.replace('>pass<', '>perhaps<')],
  ['SARIF that ends early', SARIF.slice(0, -30)],
  ['ASFF with an unknown status', ASFF.replace('"PASSED"', '"MAYBE"')],
  ['JSON of another kind', '{"hello": "world"}'],
  ['text', 'PASS,FAIL\n1,2\n'],
  ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
];

describe('a refused import', () => {
  let service: TestService;
  let integrationId = '';
  let path = '';

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    integrationId = await connect(service.a.admin, 'prowler');
    path = `/api/org/integrations/${integrationId}/import`;
    await runImport(service.a.admin, integrationId, GOOD);
  });
  afterAll(() => service.stop());

  /** Sends an import and checks that nothing of it was stored. */
  async function refused(
    send: () => Promise<{ status: number; body: unknown }>,
    status: number,
    code: string,
  ): Promise<void> {
    const before = await storedRows(service);
    const answer = await send();
    expect(answer.body).toMatchObject({ error: { code } });
    expect(answer.status).toBe(status);
    expect(await storedRows(service)).toEqual(before);
  }

  it.each(BROKEN)('with %s returns 400 with the place, and stores nothing', async (_, report) => {
    await refused(() => service.a.admin.upload(path, report), 400, 'VALIDATION_FAILED');
    const { body } = await service.a.admin.upload(path, report);
    expect(body).toMatchObject({ error: { details: [{ field: '/file', message: expect.stringMatching(/\w/) }] } });
  });

  const FORMS: [fault: string, parts: [name: string, value: string, isFile: boolean][]][] = [
    [
      'two files',
      [
        ['file', GOOD, true],
        ['file', GOOD, true],
      ],
    ],
    [
      'two files, the second under another name',
      [
        ['file', GOOD, true],
        ['other', GOOD, true],
      ],
    ],
    [
      'an extra part behind the file',
      [
        ['file', GOOD, true],
        ['note', 'hello', false],
      ],
    ],
    [
      'an extra part before the file',
      [
        ['note', 'hello', false],
        ['file', GOOD, true],
      ],
    ],
    ['the file under another name', [['report', GOOD, true]]],
    ['text instead of a file', [['file', GOOD, false]]],
    ['no part', []],
  ];

  it.each(FORMS)('as a form with %s returns 400 and stores nothing', async (_, parts) => {
    const form = new FormData();
    for (const [name, value, isFile] of parts) form.append(name, isFile ? new Blob([value]) : value);
    await refused(() => service.a.admin.send('POST', path, { body: form }), 400, 'VALIDATION_FAILED');
  });

  it.each([
    ['application/json', GOOD],
    ['application/octet-stream', GOOD],
    ['text/plain', GOOD],
    ['application/x-www-form-urlencoded', 'file=1'],
    ['multipart/mixed; boundary=x', partOf('x', GOOD) + '--x--\r\n'],
  ])('with %s instead of a form returns 415 and stores nothing', async (type, body) => {
    const send = () => service.a.admin.send('POST', path, { body, headers: { 'content-type': type } });
    await refused(send, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('without a body returns 415 and stores nothing', async () => {
    await refused(() => service.a.admin.send('POST', path), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['no boundary', 'multipart/form-data; charset=utf-8', partOf('x', GOOD) + '--x--\r\n'],
    ['another boundary than its body', 'multipart/form-data; boundary=x', partOf('y', GOOD) + '--y--\r\n'],
    ['no end', 'multipart/form-data; boundary=x', partOf('x', GOOD)],
    ['an end in the middle of the report', 'multipart/form-data; boundary=x', partOf('x', GOOD).slice(0, -300)],
  ])('as a truncated or undelimited form with %s returns 400 and stores nothing', async (_, type, body) => {
    const send = () => service.a.admin.send('POST', path, { body, headers: { 'content-type': type } });
    await refused(send, 400, 'VALIDATION_FAILED');
  });

  it('stores nothing when the client disconnects during it', async () => {
    const before = await storedRows(service);
    const headers = {
      authorization: `Bearer ${service.a.admin.token ?? ''}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    };
    const req = request(service.baseUrl + path, { method: 'POST', headers });
    req.on('error', () => undefined);
    req.write(partOf('x', GOOD));
    await eventually(async () => ((await partials()).length > 0 ? true : null));
    req.destroy();
    await eventually(async () => ((await partials()).length === 0 ? true : null));
    expect(await storedRows(service)).toEqual(before);
  });

  async function partials(): Promise<string[]> {
    return (await objectKeys(service)).filter((key) => key.endsWith('.partial'));
  }

  it('without the permission or for an integration of another tenant stores nothing', async () => {
    const foreign = await connect(service.b.admin, 'prowler');
    await refused(() => service.a.member.upload(path, GOOD), 403, 'FORBIDDEN');
    await refused(() => service.a.auditor.upload(path, GOOD), 403, 'FORBIDDEN');
    await refused(() => service.anonymous.upload(path, GOOD), 401, 'UNAUTHENTICATED');
    for (const id of [foreign, '00000000-0000-4000-8000-000000000000', 'x']) {
      await refused(() => service.a.admin.upload(`/api/org/integrations/${id}/import`, GOOD), 404, 'NOT_FOUND');
    }
  });

  it('returns 409 when the integration accepts no reports or is disconnected', async () => {
    const demo = await connect(service.a.admin, 'demo');
    await refused(() => service.a.admin.upload(`/api/org/integrations/${demo}/import`, GOOD), 409, 'CONFLICT');
    const gone = await connect(service.a.admin, 'openscap');
    await service.a.admin.data(
      'mutation ($id: ID!) { disconnectIntegration(input: { integrationId: $id }) { integration { status } } }',
      { id: gone },
    );
    await refused(() => service.a.admin.upload(`/api/org/integrations/${gone}/import`, GOOD), 409, 'CONFLICT');
  });

  it('does not block the next one', async () => {
    await service.a.admin.upload(path, GOOD.slice(0, -40));
    expect(await runImport(service.a.admin, integrationId, GOOD)).toMatchObject({
      status: 'completed',
      ...OF_GOOD,
    });
  });

  it('leaves the previous report in force for the next scan', async () => {
    await service.a.admin.upload(path, 'broken');
    const { body } = await service.a.member.post('/api/scans/trigger', { integration_types: ['prowler'] });
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    expect(await finished(service.a.member, id)).toMatchObject(OF_GOOD);
  });
});

/** The part `file` of a form, without the final boundary. */
function partOf(boundary: string, content: string): string {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="report.json"';
  return `--${boundary}\r\n${disposition}\r\nContent-Type: application/json\r\n\r\n${content}\r\n`;
}
