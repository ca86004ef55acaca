import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicPem } from '../../src/modules/audit/signed-head.rules.js';
import { startService, type TestService } from '../support/service.js';
import { signerOf } from './signing.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROOF = 'auditProof(sequence: 2) { text index size path note }';

describe('a proof as the service answers it', () => {
  let service: TestService;
  let pem: string;
  const body = {} as Record<'restProof' | 'graphProof' | 'restKeys' | 'graphKeys', string>;

  beforeAll(async () => {
    service = await startService();
    const { admin, auditor, tenantId } = service.a;
    await admin.upload('/api/evidence/upload', 'the policy', 'policy.txt');
    const signer = signerOf(service);
    await signer.sign(tenantId);
    pem = publicPem(signer.publicKey);
    body.restProof = (await auditor.get('/api/audit-log/proof?sequence=2')).text;
    body.graphProof = (await auditor.graphql(`{ ${PROOF} }`)).text;
    body.restKeys = (await auditor.get('/api/audit-log/keys')).text;
    body.graphKeys = (await auditor.graphql('{ auditKeys { publicKey } }')).text;
  });
  afterAll(() => service.stop());

  /** Saves what came under the names of the documented command and runs it. */
  function verify(proof: string, keys: string, content = 'the policy') {
    const directory = service.config.dataDir;
    writeFileSync(join(directory, 'proof.json'), proof);
    writeFileSync(join(directory, 'keys.json'), keys);
    writeFileSync(join(directory, 'policy.pdf'), content);
    const words = [join(ROOT, 'schema/audit/verify-proof.mjs'), 'proof.json', 'keys.json', 'policy.pdf'];
    return spawnSync(process.execPath, words, { encoding: 'utf8', cwd: directory });
  }

  it('is verified with the keys as they come, over REST, over the graph and in PEM', () => {
    const bare = JSON.stringify((JSON.parse(body.restProof) as { data: object }).data);
    const bareKeys = JSON.stringify((JSON.parse(body.restKeys) as { data: object }).data);
    for (const proof of [body.restProof, body.graphProof, bare]) {
      for (const keys of [body.restKeys, body.graphKeys, bareKeys, pem]) {
        const output = verify(proof, keys);
        expect(output).toMatchObject({ status: 0, stderr: '' });
        expect(output.stdout).toMatch(/^verified: entry 2 of .*evidence\.uploaded/);
      }
    }
    expect(verify(body.restProof, body.restKeys, 'another').stderr).toContain('NOT verified: the file has the SHA-256');
  });

  it('that is none, or of which something is missing, is refused as such', async () => {
    const refused = (await service.a.auditor.get('/api/audit-log/proof?sequence=999')).text;
    const whole = (JSON.parse(body.restProof) as { data: Record<string, unknown> }).data;
    const partly = Object.keys(whole).map((name) => JSON.stringify({ data: { ...whole, [name]: undefined } }));
    expect(partly).toHaveLength(5);
    const wrong = [{ index: '1' }, { size: -1 }, { path: 'ab' }, { path: [1] }].map((each) =>
      JSON.stringify({ data: { ...whole, ...each } }),
    );
    for (const proof of [refused, ...partly, ...wrong, '{"data":null}', '[]', 'null', '"text"', 'no JSON', '']) {
      expect(verify(proof, body.restKeys)).toMatchObject({
        status: 1,
        stderr: 'NOT verified: proof.json is not a proof\n',
      });
    }
  });

  it('is not verified by keys that are none, or with a note that has no signature', () => {
    for (const keys of [body.restProof, '{"data":[]}', '[null]', '', pem.replace(/\n[^-]+\n/, '\nAAAA\n')]) {
      expect(verify(body.restProof, keys)).toMatchObject({
        status: 1,
        stderr: 'NOT verified: keys.json has no public key\n',
      });
    }
    const { data } = JSON.parse(body.restProof) as { data: { note: string } };
    const unsigned = JSON.stringify({ data: { ...data, note: data.note.split('\n\n')[0] } });
    expect(verify(unsigned, pem).stderr).toBe('NOT verified: the head was not signed with this key\n');
  });

  it('is verified in the documents by the command that is tested here', () => {
    const contract = readFileSync(join(ROOT, 'schema/contract/audit-trail.md'), 'utf8');
    expect(contract).toContain('$URL/api/audit-log/keys > keys.json');
    expect(contract).toContain('"$URL/api/audit-log/proof?sequence=7" > proof.json');
    expect(contract).toContain('node verify-proof.mjs proof.json keys.json');
  });
});
