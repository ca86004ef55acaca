import { randomUUID } from 'node:crypto';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import type { TestService, TestTenant } from '../support/service.js';

export type Item = Record<string, unknown>;

/** An item that is refused. */
export interface BadItem {
  what: string;
  item: Item;
  code: string;
  /** Pointer of its error below the item, as the graph spells it; empty for the item itself. */
  field: string;
}

/** What a mutation of many is sent in a tenant of its own. */
export interface Sent {
  /** Seven items that are done. */
  good: Item[];
  bad: BadItem[];
  /** What all items share. */
  shared: Item;
}

/** A mutation of many: where it is called, and what with. */
export interface Many {
  /** Field of the input that has the items. */
  list: string;
  max: number;
  /** Field of a result that has what was made. */
  made: string;
  rest: { method: string; path: string };
  /** Action of the audit entry of each item that is done. */
  action: string;
  /** Rows of a tenant that items have written: from where. */
  rows: string;
  /** Statements beyond its savepoints that one more item may cost. */
  statementsPerItem: number;
  send: (service: TestService, tenant: TestTenant) => Promise<Sent>;
}

const RULE = AUDIT_TRAIL.prowler;
const GOOD = 7;
const [A, ...OTHERS] = catalogueOf().universalControls.map(({ id }) => id);

async function foreignEvidence({ b }: TestService): Promise<string> {
  const control = catalogueOf().controls[0]?.id ?? '';
  const form = new FormData();
  form.set('file', new Blob(['seen']), 'note.txt');
  form.set('title', 'Note');
  form.set('control_id', control);
  const answer = await b.admin.send('POST', '/api/evidence/upload', { body: form });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as { data: { id: string } }).data.id;
}

/** A colleague of a tenant who has no password. */
async function addMember({ database }: TestService, tenantId: string): Promise<string> {
  const id = randomUUID();
  const email = `${id}@elsewhere.example`;
  await database.query(
    `with account as (
       insert into accounts (id, email, email_key, credentials_changed_at, created_at) values ($1, $3, $3, now(), now()) returning id)
     insert into users (id, tenant_id, email, email_key, name, role, account_id)
     select $1, $2, $3, $3, 'Colleague', 'member', id from account`,
    [id, tenantId, email],
  );
  return id;
}

/** Every mutation of many. */
export const MANY: Readonly<Record<string, Many>> = {
  acceptFindings: {
    list: 'findings',
    max: 100,
    made: 'exception',
    rest: { method: 'POST', path: '/api/exceptions' },
    action: 'exception.proposed',
    rows: 'exceptions where tenant_id = $1',
    statementsPerItem: 8,
    send: async (service, { admin }) => {
      const report = prowlerReport(Array.from({ length: GOOD }, (_, at) => fails(`r-${at}`)));
      const integrationId = await connect(admin, 'prowler');
      await runImport(admin, integrationId, report);
      const finding = { scanner: 'prowler', ruleId: RULE, resourceId: 'r-0' };
      return {
        good: Array.from({ length: GOOD }, (_, at) => ({ ...finding, resourceId: `r-${at}`, integrationId })),
        bad: [
          {
            what: 'unknown',
            item: { ...finding, integrationId: randomUUID() },
            code: 'NOT_FOUND',
            field: '/integrationId',
          },
          {
            what: 'malformed',
            item: { ...finding, integrationId: 'x' },
            code: 'VALIDATION_FAILED',
            field: '/integrationId',
          },
          {
            what: 'foreign',
            item: { ...finding, integrationId: await connect(service.b.admin, 'prowler') },
            code: 'NOT_FOUND',
            field: '/integrationId',
          },
          { what: 'about nothing', item: { ...finding, resourceId: 'r-9' }, code: 'NOT_FOUND', field: '' },
          { what: 'repeated', item: { ...finding, integrationId }, code: 'CONFLICT', field: '' },
          {
            what: 'beyond a limit',
            item: { ...finding, ruleId: 'x'.repeat(513) },
            code: 'VALIDATION_FAILED',
            field: '/ruleId',
          },
          {
            what: 'without a resource',
            item: { scanner: 'prowler', ruleId: RULE },
            code: 'VALIDATION_FAILED',
            field: '',
          },
        ],
        shared: { reason: 'The account is closed next month.', expiresOn: dayAhead(30) },
      };
    },
  },
  createAssessments: {
    list: 'assessments',
    max: 50,
    made: 'assessment',
    rest: { method: 'POST', path: '/api/ucf/assessments/bulk' },
    action: 'assessment.created',
    rows: 'assessments where tenant_id = $1',
    statementsPerItem: 4,
    send: async (service) => {
      const status = 'compliant';
      const item = { universalControlId: OTHERS[GOOD], status };
      return {
        good: [A, ...OTHERS].slice(0, GOOD).map((universalControlId) => ({ universalControlId, status })),
        bad: [
          {
            what: 'unknown',
            item: { ...item, universalControlId: randomUUID() },
            code: 'NOT_FOUND',
            field: '/universalControlId',
          },
          {
            what: 'malformed',
            item: { ...item, universalControlId: 'x' },
            code: 'VALIDATION_FAILED',
            field: '/universalControlId',
          },
          {
            what: 'foreign',
            item: { ...item, evidenceIds: [await foreignEvidence(service)] },
            code: 'NOT_FOUND',
            field: '/evidenceIds/0',
          },
          {
            what: 'malformed in a list',
            item: { ...item, evidenceIds: [randomUUID(), 'x'] },
            code: 'VALIDATION_FAILED',
            field: '/evidenceIds/1',
          },
          {
            what: 'past',
            item: { ...item, expiresAt: '2001-01-01T00:00:00Z' },
            code: 'VALIDATION_FAILED',
            field: '/expiresAt',
          },
          {
            what: 'repeated',
            item: { universalControlId: A, status },
            code: 'CONFLICT',
            field: '/universalControlId',
          },
          {
            what: 'beyond a limit',
            item: { ...item, details: 'x'.repeat(10_001) },
            code: 'VALIDATION_FAILED',
            field: '/details',
          },
        ],
        shared: {},
      };
    },
  },
  updateMembers: {
    list: 'members',
    max: 100,
    made: 'member',
    rest: { method: 'PUT', path: '/api/org/members/bulk' },
    action: 'member.role_changed',
    rows: `users where tenant_id = $1 and name = 'Colleague' and role = 'auditor'`,
    statementsPerItem: 6,
    send: async (service, tenant) => {
      const members = await tenant.admin.rest<{ id: string; role: string }[]>('/api/org/members');
      const foreign = await service.b.admin.rest<{ id: string }[]>('/api/org/members?role=member');
      const good: Item[] = [];
      for (let at = 0; at < GOOD; at += 1) {
        good.push({ userId: await addMember(service, tenant.tenantId), role: 'auditor' });
      }
      const role = 'member';
      return {
        good,
        bad: [
          { what: 'unknown', item: { userId: randomUUID(), role }, code: 'NOT_FOUND', field: '/userId' },
          { what: 'malformed', item: { userId: 'x', role }, code: 'VALIDATION_FAILED', field: '/userId' },
          { what: 'foreign', item: { userId: foreign[0]?.id, role }, code: 'NOT_FOUND', field: '/userId' },
          {
            what: 'the last admin',
            item: { userId: members.find((each) => each.role === 'admin')?.id, role },
            code: 'CONFLICT',
            field: '',
          },
        ],
        shared: {},
      };
    },
  },
};
