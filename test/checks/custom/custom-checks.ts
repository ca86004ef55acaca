import type { Collected } from '../../../src/connectors/connector.js';
import { Cloud, Worker } from '../../scans/worker.js';
import type { Answer, Client } from '../../support/client.js';
import type { ScanStatusBody } from '../../support/scans.js';
import type { TestService, TestTenant } from '../../support/service.js';
import { triggerScan } from '../../support/scans.js';

/** Resource type of the custom checks in these tests. */
export const TYPE = 'AwsS3AccountPublicAccessBlock';
/** Properties that the shipped check passes: all settings on. */
const ON = {
  block_public_acls: true,
  ignore_public_acls: true,
  block_public_policy: true,
  restrict_public_buckets: true,
};
export const READ: Collected = { kind: 'read', resourceTypes: [TYPE] };

export function account(id: string, properties: Record<string, unknown> = ON): Collected {
  return { kind: 'resource', resource: { type: TYPE, id, name: id, region: null, account: id, properties } };
}

/** Logic that fails a resource whose id is longer than one character. */
export const LOGIC = {
  resourceType: TYPE,
  passes: 'size(id) == 1',
  saysPass: 'Account {name} has a short name.',
  saysFail: 'Account {name} has a long name.',
};

export const INPUT = {
  ...LOGIC,
  key: 'short-names',
  title: 'Accounts have short names',
  description: 'Looks at the length of the name of each account.',
  rationale: 'A short name is remembered.',
  severity: 'high',
  universalControls: ['UCF-GOV-01'],
};

const FIELDS = `id key ruleId title description rationale severity resourceType applies passes saysPass saysFail
  universalControls { code } remediation { summary effort steps { order title instruction command } } isEnabled version
  createdAt updatedAt`;

export interface CustomCheck extends Record<string, unknown> {
  id: string;
  version: string;
}

export function mutate(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { customCheck { ${FIELDS} } } }`;
  return client.graphql(document, { input });
}

/** Result of a mutation. @throws {Error} with the error message of the service */
export async function changed(client: Client, name: string, input: Record<string, unknown>): Promise<CustomCheck> {
  const { body, text } = await mutate(client, name, input);
  const { data } = body as { data?: Record<string, { customCheck: CustomCheck }> | null };
  const check = data?.[name]?.customCheck;
  if (!check) throw new Error(`the operation failed: ${text}`);
  return check;
}

export function create(client: Client, input: Record<string, unknown> = {}): Promise<CustomCheck> {
  return changed(client, 'createCustomCheck', { ...INPUT, ...input });
}

/** Code of the first error of a GraphQL response. */
export function codeOf({ body }: Answer): string | undefined {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

/** Error messages by field. */
export function detailsOf({ body }: Answer): Record<string, string> {
  const [error] =
    (body as { errors?: { extensions: { details?: { field: string; message: string }[] } }[] }).errors ?? [];
  return Object.fromEntries((error?.extensions.details ?? []).map(({ field, message }) => [field, message]));
}

/** Scans of one tenant whose cloud is simulated by the test. */
export class Scanning {
  private readonly workers: Worker[] = [];

  constructor(private readonly service: TestService) {}

  /** Runs a scan to its end. @returns its id */
  async scan(tenant: TestTenant, steps: Iterable<Collected>, trigger: Record<string, unknown> = {}): Promise<string> {
    const scanId = await triggerScan(tenant.member, trigger);
    const worker = await Worker.open(
      this.service,
      new Cloud(async function* () {
        yield* steps;
      }),
    );
    this.workers.push(worker);
    await worker.run(tenant.tenantId, scanId);
    const { status } = await tenant.member.rest<ScanStatusBody>(`/api/scans/${scanId}`);
    if (status !== 'completed') throw new Error(`the scan is ${status}`);
    return scanId;
  }

  async close(): Promise<void> {
    for (const worker of this.workers.splice(0)) await worker.close();
  }
}
