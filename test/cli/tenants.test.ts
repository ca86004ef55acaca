import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { anyOf } from '../support/any-of.js';
import { Client } from '../support/client.js';
import { programEnvironment } from '../support/program-environment.js';
import { startService, type TestService } from '../support/service.js';
import { auditOf } from '../organizations/audit-rows.js';
import { accept } from '../organizations/inviting.js';

const MAIN = join(SOURCE_ROOT, '../dist/src/cli/main.js');
const SECRET = 'a secret key of the operator, long enough';
const PASSWORD = 'operators choose long ones';
const run = promisify(execFile);

interface Created {
  tenant_id: string;
  admin_email: string;
  registration_url: string | null;
}

describe('the command line, beside a running service', () => {
  let service: TestService;

  beforeAll(async () => {
    const secretKey = createHash('sha256').update(SECRET).digest();
    service = await startService({ settings: { secretKey } });
  });
  afterAll(() => service.stop());

  const cli = async (...args: string[]) => {
    const { dataDir } = service.config;
    const env = programEnvironment({
      DATABASE_URL: service.database.url,
      SECRET_KEY: SECRET,
      DATA_DIR: dataDir,
      PUBLIC_URL: service.baseUrl,
    });
    try {
      const { stdout, stderr } = await run(process.execPath, [MAIN, ...args], { env });
      return { code: 0, stdout, stderr };
    } catch (err) {
      return err as { code: number; stdout: string; stderr: string };
    }
  };
  const create = async (name: string, ...more: string[]) => {
    const email = `ops@${name.toLowerCase()}.example`;
    const tenant = ['--name', name, '--tier', 'professional', '--admin-email', email, '--json', ...more];
    return cli('tenant', 'create', ...tenant);
  };
  const logIn = (email: string, password: string) => service.anonymous.post('/api/auth/login', { email, password });

  it('creates an organization and invites its administrator, who registers by the printed link', async () => {
    const { code, stdout } = await create('Acme', '--frameworks', 'SOC 2,HIPAA');
    expect(code).toBe(0);
    const created = JSON.parse(stdout) as Created;
    expect(created).toEqual({
      tenant_id: anyOf(String),
      admin_email: 'ops@acme.example',
      registration_url: expect.stringMatching(new RegExp(`^${service.baseUrl}/register\\?token=[\\w-]{43}$`)),
    });
    const token = new URL(created.registration_url ?? '').searchParams.get('token') ?? '';
    const { body } = await accept(service.anonymous, token);
    const { accessToken } = (body as { data: { acceptInvitation: { accessToken: string } } }).data.acceptInvitation;
    const admin = new Client(service.baseUrl, accessToken);
    expect(await admin.rest('/api/org/profile')).toMatchObject({
      name: 'Acme',
      license_tier: 'PROFESSIONAL',
      usage: { users: 1, frameworks: 2 },
    });
    expect((await auditOf(service, created.tenant_id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['organization.created', 'operator'],
      ['invitation.created', 'operator'],
      ['invitation.accepted', 'user'],
    ]);
  });

  it('creates the administrator at once with a given password, and resets that password', async () => {
    const { stdout } = await create('Bolt', '--admin-password', PASSWORD);
    const created = JSON.parse(stdout) as Created;
    expect(created.registration_url).toBeNull();
    expect((await logIn('ops@bolt.example', PASSWORD)).status).toBe(200);
    const set = await cli('user', 'set-password', '--email', 'OPS@bolt.example', '--password', `${PASSWORD} again`);
    expect(set.code).toBe(0);
    expect((await logIn('ops@bolt.example', PASSWORD)).status).toBe(401);
    expect((await logIn('ops@bolt.example', `${PASSWORD} again`)).status).toBe(200);
    expect((await auditOf(service, created.tenant_id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['organization.created', 'operator'],
      ['member.password_changed', 'operator'],
    ]);
  });

  it('refuses a common password, with the reason', async () => {
    const { code, stderr } = await create('Cord', '--admin-password', 'Cord12345678!');
    expect([code, stderr]).toEqual([1, expect.stringContaining('guessed first')]);
  });
});
