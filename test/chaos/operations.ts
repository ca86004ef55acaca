import { randomUUID } from 'node:crypto';
import { REPORT } from '../access/world.js';
import { universalControlId } from '../catalogue/shipped.js';
import { dayAhead } from '../exceptions/exceptions.js';
import type { Answer, Client } from '../support/client.js';
import type { Change, Creation } from './calls.js';
import type { Random } from './random.js';

/** What a client needs to know of its organization. */
export interface Known {
  prowlerId: string;
  receiverUrl: string;
  findings: readonly { scanner: string; rule_id: string; resource_id: string; check: { id: string } | null }[];
  /** Ids of what was acknowledged, by kind, and links of invitations by id. */
  ids(kind: Creation): readonly string[];
  links: ReadonlyMap<string, string>;
}

/** A request that a client may send, again where it has a key. */
export interface Request {
  kind: Creation | Change;
  mark: string;
  target: string | null;
  key: string | null;
  as: 'admin' | 'member' | 'nobody';
  send(client: Client): Promise<Answer>;
}

interface Operation {
  weight: number;
  /** Null where there is nothing yet that it could be about. */
  make(random: Random, known: Known): Request | null;
}

const STATUSES = ['compliant', 'partially_compliant', 'non_compliant'] as const;
const UNIVERSAL = ['UCF-AUT-01', 'UCF-AUT-02', 'UCF-AUT-03'];
const PASSWORD = 'a long password of somebody new';

/** What clients do, and how often. */
const OPERATIONS: readonly Operation[] = [
  creation(4, 'scan', 'member', (client, _mark, key) => client.post('/api/scans/trigger', {}, key)),
  creation(1, 'import', 'admin', (client, _mark, key, { prowlerId }) =>
    uploadTo(client, `/api/org/integrations/${prowlerId}/import`, { file: REPORT }, key),
  ),
  {
    weight: 4,
    make: (random) => {
      const body = { universal_control_id: universalControlId(random.of(UNIVERSAL)), status: random.of(STATUSES) };
      return keyed('assessment', 'admin', (client, details, key) =>
        client.post('/api/ucf/assessments', { ...body, details }, key),
      );
    },
  },
  creation(5, 'evidence', 'member', (client, title, key) =>
    uploadTo(client, '/api/evidence/upload', { file: `What ${title} shows.`, title }, key),
  ),
  creation(2, 'invitation', 'admin', (client, email, key) =>
    client.post('/api/org/members/invite', { email, role: 'auditor' }, key),
  ),
  creation(1, 'webhook', 'admin', (client, _mark, key, { receiverUrl }) =>
    client.post('/api/webhooks', { url: receiverUrl, events: ['*'], secret: 'a secret of the run' }, key),
  ),
  creation(1, 'report', 'member', (client, _mark, key) =>
    client.post('/api/reports/generate', { framework: 'SOC 2', format: 'csv' }, key),
  ),
  {
    weight: 2,
    make: (random, { findings }) => {
      if (findings.length === 0) return null;
      const { scanner, rule_id: ruleId, resource_id: resourceId } = random.of(findings);
      const finding = { scanner, rule_id: ruleId, resource_id: resourceId };
      return unkeyed('exception', 'member', (client, reason) =>
        client.post('/api/exceptions', { findings: [finding], reason, expires_on: dayAhead(30) }),
      );
    },
  },
  {
    weight: 2,
    make: (random, { findings }) => {
      const checkId = findings.length === 0 ? null : (random.of(findings).check?.id ?? null);
      if (checkId === null) return null;
      return unkeyed('workItem', 'member', (client, title) =>
        client.graphql(
          'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }',
          {
            input: { title, checkId },
          },
        ),
      );
    },
  },
  { weight: 1, make: () => unkeyed('apiKey', 'admin', (client, name) => client.post('/api/org/api-keys', { name })) },
  change(2, 'withdrawal', 'evidence', 'admin', (client, id, mark) =>
    client.post(`/api/evidence/${id}/withdraw`, { reason_code: 'other', reason: mark }),
  ),
  change(1, 'approval', 'exception', 'admin', (client, id) => client.post(`/api/exceptions/${id}/approve`)),
  change(1, 'revocation', 'apiKey', 'admin', (client, id) => client.send('DELETE', `/api/org/api-keys/${id}`)),
  change(1, 'deletion', 'webhook', 'admin', (client, id) => client.send('DELETE', `/api/webhooks/${id}`)),
  change(1, 'cancellation', 'scan', 'member', (client, id) =>
    client.graphql('mutation ($id: ID!) { cancelScan(input: { scanId: $id }) { scan { id } } }', { id }),
  ),
  change(1, 'finishing', 'workItem', 'member', (client, id) =>
    client.graphql('mutation ($input: UpdateWorkItemInput!) { updateWorkItem(input: $input) { workItem { id } } }', {
      input: { workItemId: id, state: 'done' },
    }),
  ),
  {
    weight: 2,
    make: (random, { links }) => {
      if (links.size === 0) return null;
      const [id, link] = random.of([...links]);
      const token = new URL(link).searchParams.get('token');
      return {
        ...unkeyed('acceptance', 'nobody', (client, name) =>
          client.graphql(
            'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { tokenType } }',
            { input: { token, name, password: PASSWORD } },
          ),
        ),
        target: id,
      };
    },
  },
];

/** The next request of a client. */
export function nextRequest(random: Random, known: Known): Request {
  for (;;) {
    const request = random.weighted(OPERATIONS).make(random, known);
    if (request) return request;
  }
}

type SendCreation = (client: Client, mark: string, key: Record<string, string>, known: Known) => Promise<Answer>;

function creation(weight: number, kind: Creation, as: Request['as'], send: SendCreation): Operation {
  return { weight, make: (_random, known) => keyed(kind, as, (client, mark, key) => send(client, mark, key, known)) };
}

function change(
  weight: number,
  kind: Change,
  of: Creation,
  as: Request['as'],
  send: (client: Client, id: string, mark: string) => Promise<Answer>,
): Operation {
  return {
    weight,
    make: (random, known) => {
      const ids = known.ids(of);
      if (ids.length === 0) return null;
      const target = random.of(ids);
      return { ...unkeyed(kind, as, (client, mark) => send(client, target, mark)), target };
    },
  };
}

function keyed(
  kind: Creation,
  as: Request['as'],
  send: (client: Client, mark: string, key: Record<string, string>) => Promise<Answer>,
): Request {
  const key = randomUUID();
  return { ...unkeyed(kind, as, (client, mark) => send(client, mark, { 'idempotency-key': key })), key };
}

function unkeyed(
  kind: Creation | Change,
  as: Request['as'],
  send: (client: Client, mark: string) => Promise<Answer>,
): Request {
  const id = randomUUID();
  const mark = kind === 'invitation' ? `${id}@elsewhere.example` : `${kind} ${id}`;
  return { kind, mark, target: null, key: null, as, send: (client) => send(client, mark) };
}

function uploadTo(
  client: Client,
  path: string,
  { file, ...fields }: { file: string } & Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'file.json');
  return client.send('POST', path, { body: form, headers });
}
