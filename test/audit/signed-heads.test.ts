import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeads, verifyChain } from '../../src/modules/audit/chain.read.js';
import { readStoredNotes } from '../../src/modules/audit/head-objects.js';
import { headKey, keyIdOf, openHead, publicPem, signHead } from '../../src/modules/audit/signed-head.rules.js';
import { HOUR } from '../../src/platform/clock.js';
import { Owner } from '../../src/platform/database/owner.js';
import { createLog } from '../../src/platform/log.js';
import { runCli } from '../operations/cli.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { signerOf } from './signing.js';

const VERIFY_PROOF = fileURLToPath(new URL('../../../schema/audit/verify-proof.mjs', import.meta.url));
/** What the owner of the database does to hide a change: a row is changed and every hash after it computed again. */
const REWRITE = `
  do $$
  declare
    entry audit_log;
    latest text := repeat('0', 64);
  begin
    update audit_log set action = 'harmless.change' where tenant_id = '%tenant%' and sequence = 2;
    for entry in select * from audit_log where tenant_id = '%tenant%' order by sequence loop
      entry.previous_hash := latest;
      latest := audit_hash(entry);
      update audit_log set previous_hash = entry.previous_hash, hash = latest
      where tenant_id = entry.tenant_id and sequence = entry.sequence;
    end loop;
  end $$`;

let service: TestService;
let owner: Owner;
let signer: ReturnType<typeof signerOf>;
let tenantId: string;
let settings: Record<string, string>;
let publicKey: KeyObject;

beforeAll(async () => {
  service = await startService();
  tenantId = service.a.tenantId;
  owner = await Owner.connect(service.database.url, createLog('silent'));
  const secret = randomBytes(24).toString('base64url');
  settings = { DATABASE_URL: service.database.url, DATA_DIR: service.config.dataDir, SECRET_KEY: secret };
  signer = signerOf(service, createHash('sha256').update(secret).digest());
  publicKey = signer.publicKey;
  await connect(service.a.admin, 'demo');
  await service.a.admin.upload('/api/evidence/upload', 'the policy', 'policy.txt');
});
afterAll(async () => {
  await owner.close();
  await service.stop();
});

const notes = () => readStoredNotes(signer.objects, tenantId);
const signedChain = async () => verifyChain(owner, tenantId, openHeads(tenantId, await notes(), [publicKey]).heads);

describe('signed heads', () => {
  it('are published as an object, an event and a row for each trail that grew, and only then', async () => {
    expect(await signer.sign(tenantId)).toBe(true);
    expect(await signer.sign(tenantId)).toBe(false);
    const [note = ''] = await notes();
    const head = openHead(note, [publicKey]);
    expect(head).toMatchObject({ tenantId, size: 3 });
    const events = await service.database.query<{ data: Record<string, unknown> }>(
      `select data from outbox where tenant_id = $1 and event = 'audit.head_signed'`,
      [tenantId],
    );
    expect(events).toEqual([
      { data: expect.objectContaining({ size: 3, note, chain: head?.chain, key_id: keyIdOf(publicKey) }) },
    ]);
    const { auditHeads } = await service.a.auditor.data<{ auditHeads: { nodes: object[] } }>(
      '{ auditHeads { nodes { size note } } }',
    );
    expect(auditHeads.nodes).toEqual([{ size: 3, note }]);
  });

  it('grow from the last one: the head of more entries has the root of all', async () => {
    await connect(service.a.admin, 'prowler');
    expect(await signer.sign(tenantId)).toBe(true);
    const chain = await signedChain();
    expect(chain).toMatchObject({ count: 4, heads: 2, covered: 4, broken: null });
    expect(openHead((await notes()).at(-1) ?? '', [publicKey])?.root.toString('hex')).toBe(chain.root);
  });

  it.each([
    ['warn', 1],
    ['fatal', 1],
    ['silent', 0],
  ])('are a line of the log at LOG_LEVEL=%s: %i', async (level, count) => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const secret = createHash('sha256')
      .update(settings.SECRET_KEY ?? '')
      .digest();
    const logging = signerOf(service, secret, createLog(level, { write }));
    const { admin, tenantId: other } = service.b;
    await admin.upload('/api/evidence/upload', `at ${level}`, 'policy.txt');
    expect(await logging.sign(other)).toBe(true);
    const note = (await readStoredNotes(logging.objects, other)).at(-1) ?? '';
    const head = required(openHead(note, [publicKey]));
    const line = { level: 30, msg: 'signed the head of an audit trail', tenantId: other, size: head.size, note };
    const about = { root: head.root.toString('hex'), chain: head.chain, key_id: keyIdOf(publicKey) };
    const wanted = { ...line, ...about, signed_at: head.at.toISOString() };
    expect(lines).toMatchObject(Array.from({ length: count }, () => wanted));
  });

  it('are not valid with another key, for another organization or with a changed line', async () => {
    const [note = ''] = await notes();
    expect(openHead(note, [createPublicKey(headKey(randomBytes(32)))])).toBeNull();
    expect(openHead(note.replace('\n3\n', '\n2\n'), [publicKey])).toBeNull();
    expect(openHead(note.replaceAll(tenantId, service.b.tenantId), [publicKey])).toBeNull();
    const forged = signHead({ ...required(openHead(note, [publicKey])), size: 2 }, headKey(randomBytes(32)));
    expect(openHeads(tenantId, [forged], [publicKey])).toEqual({ heads: [], forged: [forged] });
  });
});

describe('an export', () => {
  it('is a file behind a link, with the text of every hash, and is a security event', async () => {
    const { body } = await service.a.auditor.post('/api/audit-log/export', {});
    const { data } = body as { data: { url: string; entries: number; sha256: string } };
    const content = await (await fetch(data.url)).text();
    expect(createHash('sha256').update(content).digest('hex')).toBe(data.sha256);
    const lines = content.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { action: string; text: string; hash: string });
    expect(entries.map(({ action }) => action)).toEqual([
      'organization.created',
      'integration.connected',
      'evidence.uploaded',
      'integration.connected',
    ]);
    for (const { text, hash } of entries) expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    const events = await service.a.auditor.rest<{ details: object }[]>('/api/security-events?kind=audit_log.exported');
    expect(events.map(({ details }) => details)).toEqual([{ format: 'ndjson', entries: 4 }]);
  });

  it('in CSV has a header and a line for each entry', async () => {
    const { body } = await service.a.auditor.post('/api/audit-log/export', { format: 'csv' });
    const { data } = body as { data: { url: string } };
    const lines = (await (await fetch(data.url)).text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^sequence,at,.*,hash,text$/);
  });
});

describe('a proof', () => {
  /** Verifies a proof by the documented command. */
  function verify(proof: unknown, content = 'the policy') {
    const paths = ['proof.json', 'key.pem', 'policy.txt'].map((name) => join(service.config.dataDir, name));
    const [proofPath = '', keyPath = '', filePath = ''] = paths;
    writeFileSync(proofPath, JSON.stringify(proof));
    writeFileSync(keyPath, publicPem(publicKey));
    writeFileSync(filePath, content);
    return spawnSync(process.execPath, [VERIFY_PROOF, ...paths], { encoding: 'utf8' });
  }

  it('of an evidence file is verified by the documented command alone, for this file and no other', async () => {
    const result = await runCli(settings, 'audit', 'prove', '--tenant', tenantId, '--entry', '3');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const proof = JSON.parse(result.stdout) as { text: string; path: string[]; note: string };
    expect(verify(proof)).toMatchObject({ status: 0, stderr: '' });
    expect(verify(proof).stdout).toContain('verified: entry 3');
    expect(verify(proof, 'another policy').stderr).toContain('NOT verified: the file has the SHA-256');
    expect(verify({ ...proof, text: proof.text.replace('evidence.uploaded', 'evidence.exchanged') }).stderr).toBe(
      'NOT verified: the entry is not in the tree of the signed head\n',
    );
    expect(verify({ ...proof, path: [...proof.path, 'a'.repeat(64)] }).status).toBe(1);
    expect(verify({ ...proof, note: proof.note.replace(/time [^\n]+/, 'time 2020-01-01T00:00:00.000Z') }).stderr).toBe(
      'NOT verified: the head was not signed with this key\n',
    );
  });
});

describe('verification with signed heads', () => {
  it('finds what the owner of the database has rewritten, also offline, and what was cut off', async () => {
    const files = {
      export: join(service.config.dataDir, 'trail.ndjson'),
      heads: join(service.config.dataDir, 'heads.txt'),
      'public-key': join(service.config.dataDir, 'keys.pem'),
    };
    const save = async (name: keyof typeof files, ...words: string[]) => {
      const result = await runCli(settings, 'audit', ...words);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      writeFileSync(files[name], result.stdout);
    };
    const offline = () => {
      const words = Object.entries(files).flatMap(([name, path]) => [`--${name}`, path]);
      return runCli({ DATA_DIR: join(service.config.dataDir, 'elsewhere') }, 'audit', 'verify', ...words);
    };
    await save('heads', 'heads', '--tenant', tenantId);
    await save('public-key', 'keys');
    await save('export', 'export', '--tenant', tenantId);
    const good = await offline();
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toContain('4 rows');
    expect(good.stdout).toContain('intact  2 signed heads, of 4 rows');

    await service.database.query(REWRITE.replaceAll('%tenant%', tenantId));
    // The chain alone says nothing.
    expect(await verifyChain(owner, tenantId)).toMatchObject({ count: 4, broken: null });
    const fault = 'it or a row before it is not the one whose head was signed';
    expect((await signedChain()).broken).toEqual({ sequence: 3, fault });
    const online = await runCli(settings, 'audit', 'verify', '--tenant', tenantId);
    expect(online).toMatchObject({ code: 1, stderr: `the trail of ${tenantId} is broken at row 3: ${fault}\n` });
    await save('export', 'export', '--tenant', tenantId);
    expect(await offline()).toMatchObject({
      code: 1,
      stderr: `the trail of ${tenantId} is broken at row 3: ${fault}\n`,
    });

    await service.database.query('delete from audit_log where tenant_id = $1 and sequence > 2', [tenantId]);
    expect((await signedChain()).broken).toEqual({
      sequence: 3,
      fault: 'a head was signed of more rows than there are',
    });
  });

  it('signs no trail that does not continue its last head', async () => {
    await service.database.query(`update audit_log set hash = repeat('a', 64) where tenant_id = $1`, [tenantId]);
    await connect(service.a.admin, 'openscap');
    await expect(signer.sign(tenantId)).rejects.toThrow('entry 4 of the trail is not the one whose head was signed');
    // That of the other organization.
    expect(await signer.run(2 * HOUR)).toBe(1);
    expect(await notes()).toHaveLength(2);
  });
});

function required<T>(value: T | null): T {
  if (value === null) throw new Error('there is none');
  return value;
}
