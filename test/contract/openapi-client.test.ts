import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  description?: string;
}
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await connect(service.a.admin, 'demo');
});
afterAll(() => service.stop());

/** A client that knows the document alone: the operations by their ids, the members of what they return. */
class DocumentedClient {
  requests = 0;

  constructor(
    private readonly document: Document,
    private readonly token: string,
  ) {}

  /** Members of the data of an operation's response, through references and lists. */
  membersOf(operationId: string): Record<string, Schema> {
    const { responses } = this.operation(operationId).operation;
    const schema = responses['200']?.content?.['application/json']?.schema;
    return this.resolved(schema?.properties?.data).properties ?? {};
  }

  async get(pathOrUrl: string): Promise<Response> {
    this.requests += 1;
    return fetch(new URL(pathOrUrl, service.baseUrl), { headers: { authorization: `Bearer ${this.token}` } });
  }

  /** The path of an operation with its parameters filled in. */
  pathOf(operationId: string, parameters: Record<string, string>): string {
    return this.operation(operationId).path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  }

  resolved(schema: Schema | undefined): Schema {
    if (!schema) return {};
    if (schema.$ref) return this.resolved(this.document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
    return schema.items ? this.resolved(schema.items) : schema;
  }

  private operation(operationId: string): { path: string; operation: Operation } {
    for (const [path, methods] of Object.entries(this.document.paths)) {
      const operation = Object.values(methods).find((each) => each.operationId === operationId);
      if (operation) return { path, operation };
    }
    throw new Error(`no operation ${operationId}`);
  }
}

it('a client that knows the OpenAPI document alone has the file of a failing result in two requests', async () => {
  const { id: scanId } = await runScan(service.a.member);
  const document = (await service.anonymous.get('/api/openapi.json')).body as Document;
  const client = new DocumentedClient(document, service.a.auditor.token ?? '');

  // What the document says: a result has links, one of which is to the evidence, and evidence has the address of its file.
  const { links, status } = client.membersOf('scanResults');
  expect(status).toBeDefined();
  expect(links?.properties?.evidence?.description).toContain('download_url');
  expect(client.membersOf('evidence').download_url?.type).toContain('string');

  const path = client.pathOf('scanResults', { scan_job_id: scanId });
  const { data: results } = (await (await client.get(`${path}?status=fail&limit=1`)).json()) as {
    data: { links: { evidence: string } }[];
  };
  client.requests = 0;
  const artifact = (await (await client.get(results[0]?.links.evidence ?? '')).json()) as {
    data: { download_url: string; sha256: string; size: number };
  };
  const file = await client.get(artifact.data.download_url);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(client.requests).toBe(2);
  expect(file.status).toBe(200);
  expect(bytes).toHaveLength(artifact.data.size);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.data.sha256);
});
