import { randomUUID } from 'node:crypto';
import { Client, type Answer } from '../support/client.js';
import { connect, finished, triggerScan } from '../support/scans.js';
import type { Fleet } from './fleet.js';
import type { Creation } from './calls.js';
import type { Known } from './operations.js';

/** The organization of a seed, with everything that it is given before the first fault. */
export interface Organization extends Known {
  tenantId: string;
  tokens: { admin: string; member: string };
  /** Webhook that receives every event from the first on. */
  webhookId: string;
  /** Its first scan. */
  scanId: string;
  links: Map<string, string>;
  /** Ids of what was acknowledged. */
  made: Map<Creation, string[]>;
}

const PASSWORD = 'correct horse battery staple';

/** Creates an organization, lets it be scanned once, and subscribes a receiver to all of its events. */
export async function createOrganization(fleet: Fleet, receiverUrl: string): Promise<Organization> {
  const name = `Chaos ${randomUUID()}`;
  const users = (['admin', 'member'] as const).map((role) => ({
    email: `${role}-${randomUUID()}@chaos.example`,
    name: role,
    role,
    password: PASSWORD,
  }));
  const tenantId = await fleet.addTenant(name, users);
  const baseUrl = fleet.addressOf('web-1') ?? '';
  const [adminToken, memberToken] = await Promise.all(users.map(({ email }) => logIn(baseUrl, email)));
  const admin = new Client(baseUrl, adminToken ?? '', false);
  const secret = 'a secret of the run';
  const webhookId = idIn(await admin.post('/api/webhooks', { url: receiverUrl, events: ['*'], secret }));
  await connect(admin, 'demo');
  const prowlerId = await connect(admin, 'prowler');
  const scanId = await triggerScan(admin);
  await finished(admin, scanId);
  const findings = await admin.rest<Known['findings'][number][]>('/api/findings?status=fail&limit=20');
  const made = new Map<Creation, string[]>();
  return {
    tenantId,
    tokens: { admin: adminToken ?? '', member: memberToken ?? '' },
    webhookId,
    scanId,
    prowlerId,
    receiverUrl,
    findings,
    made,
    ids: (kind) => made.get(kind) ?? [],
    links: new Map(),
  };
}

async function logIn(baseUrl: string, email: string): Promise<string> {
  const answer = await new Client(baseUrl, null, false).post('/api/auth/login', { email, password: PASSWORD });
  return (answer.body as { data: { access_token: string } }).data.access_token;
}

function idIn({ body, text }: Answer): string {
  const { data } = body as { data?: { id: string } };
  if (!data) throw new Error(`not created: ${text}`);
  return data.id;
}
