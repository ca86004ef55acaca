import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { FREE_FORM } from '../../src/platform/api/pointer.rules.js';
import { universalControlId } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from '../ucf/assessments.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Names of edges that do not follow from the name of the id. */
const EDGE_OF: Readonly<Record<string, string>> = {
  scanJobId: 'scan',
  evidenceIds: 'evidence',
  integrationIds: 'integrations',
  withdrawnEvidenceIds: 'withdrawnEvidence',
};

/** Ids without an edge, and why. */
const WITHOUT_EDGE: Readonly<Record<string, string>> = {
  'DeleteIdentityConnectionPayload.deletedId': 'what it names is deleted',
  'DeleteTicketPayload.deletedId': 'what it names is linked no more',
  'DeleteTicketTrackerPayload.deletedId': 'what it names is disconnected',
  'RemovePasskeyPayload.removedId': 'what it names is removed',
  'ReleaseEmailDomainPayload.releasedId': 'what it names is released',
  'AuditorComment.auditorLinkId': 'links are for admins, and auditors see their comments: `auditorLinks` lists them',
  'AuditorComment.controlId': 'auditors see it, from whose types no other one can be reached',
  'NotificationRule.webhookId': 'everybody sees the rule, and admins alone the webhook',
  'TestNotificationRulePayload.messageIds': 'the log of the rule has them',
  'Organization.tenantId': 'its own id',
  'Membership.tenantId': 'an organization of the caller, of which nothing may be read here',
  'TenantSummary.tenantId': 'the organization’s own id, before anything of it may be read',
  'SecurityEvent.sessionId': 'a session is shown to its holder and to admins, and is removed some time after its end',
  'WebhookDelivery.eventId': 'events are no objects of the graph; the delivery has the whole event',
  'HypotheticalEvent.webhookIds': 'nothing was sent; the webhooks are listed by `webhooks`',
};

const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !isIntrospectionType(type),
);
const ids = objects.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ name, type: of }) => getNamedType(of).name === 'ID' && name !== 'id')
    .map(({ name }) => ({ type, name, coordinate: `${type.name}.${name}` })),
);

/** The field beside an id that has the object: `scanId` → `scan`, `createdBy` → `createdByUser`, `queuedBehind` → `queuedBehindScan`. */
function edgeOf(type: GraphQLObjectType, name: string): string | undefined {
  const stem = EDGE_OF[name] ?? name.replace(/Ids?$/, '');
  const names = stem === name ? [`${name}User`, `${name}Scan`, `${name}Delivery`] : [stem];
  const fields = type.getFields();
  return names.find((each) => fields[each] && isObjectType(getNamedType(fields[each].type)));
}

describe('the schema', () => {
  it('has the object beside every id of an object, or says why not', () => {
    expect(ids.length).toBeGreaterThan(40);
    const without = ids.filter(({ type, name }) => !edgeOf(type, name)).map(({ coordinate }) => coordinate);
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT_EDGE).toSorted());
  });

  it('lets an edge be null, unless it is a list', () => {
    const strict = ids.flatMap(({ type, name }) => {
      const edge = edgeOf(type, name);
      const of = edge === undefined ? '' : String(type.getFields()[edge]?.type);
      return of.endsWith('!') && !of.startsWith('[') ? [`${type.name}.${edge ?? ''}`] : [];
    });
    expect(strict).toEqual([]);
  });

  it('names every free-form member of an input, whose pointers are spelled as they were sent', () => {
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const fields = inputs.flatMap((type) => Object.values(type.getFields()));
    const free = fields.filter(({ type }) => getNamedType(type).name === 'JSON').map(({ name }) => name);
    expect(new Set(free)).toEqual(FREE_FORM);
  });
});

describe('an edge', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.member);
    await assess(service.a.auditor, universalControlId('UCF-IAM-01'), 'compliant', { details: 'Seen.' });
  });
  afterAll(() => service.stop());

  interface Change {
    scanJobId: string | null;
    scan: { id: string } | null;
    changedBy: string | null;
    changedByUser: { id: string; name: string } | null;
    assessmentId: string | null;
    assessment: { id: string } | null;
  }

  it('leads from the id of a scan, a user and an assessment to what they name', async () => {
    const { controls } = await service.a.member.data<{ controls: { id: string; history: Change[] }[] }>(
      `{ controls(framework: "SOC 2") { id history {
        scanJobId scan { id } changedBy changedByUser { id name } assessmentId assessment { id } } } }`,
    );
    const changes = controls.flatMap(({ history }) => history);
    expect(changes.some(({ scanJobId }) => scanJobId !== null)).toBe(true);
    expect(changes.some(({ assessmentId }) => assessmentId !== null)).toBe(true);
    for (const { scanJobId, scan, changedBy, changedByUser, assessmentId, assessment } of changes) {
      expect(scan?.id ?? null).toBe(scanJobId);
      expect(changedByUser?.id ?? null).toBe(changedBy);
      expect(assessment?.id ?? null).toBe(assessmentId);
    }
  });

  it('costs one statement for all that have it', async () => {
    const plain = '{ controls(framework: "PCI DSS", status: failed) { history { scanJobId } } }';
    const edges =
      '{ controls(framework: "PCI DSS", status: failed) { history { scan { id } changedByUser { name } } } }';
    const read = (query: string) => costOf(service, () => service.a.member.data(query));
    expect(await read(edges)).toBe((await read(plain)) + 2);
  });

  it('is null for a role that may not see what it leads to', async () => {
    const query = `{ controls(status: failed) { derivation { mappings { elements { votes {
      integrationId integrationName integration { id name } } } } } } }`;
    const ofSoc2 = query.replace('status: failed', 'framework: "SOC 2", status: failed');
    interface Vote {
      integrationId: string;
      integration: { id: string } | null;
    }
    const votesFor = async (by: 'admin' | 'member') => {
      const { controls } = await service.a[by].data<{
        controls: { derivation: { mappings: { elements: { votes: Vote[] }[] }[] } }[];
      }>(ofSoc2);
      return controls.flatMap(({ derivation }) =>
        derivation.mappings.flatMap(({ elements }) => elements.flatMap(({ votes }) => votes)),
      );
    };
    const seen = await votesFor('admin');
    expect(seen.length).toBeGreaterThan(0);
    for (const { integrationId, integration } of seen) expect(integration?.id).toBe(integrationId);
    for (const { integrationId, integration } of await votesFor('member')) {
      expect(integrationId).toEqual(expect.any(String));
      expect(integration).toBeNull();
    }
  });
});
