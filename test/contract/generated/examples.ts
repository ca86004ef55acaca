import type { Example, Examples } from '../../../src/http/openapi/examples.js';
import { REST, type RestCase } from '../../access/verdicts-rest.js';
import type { World } from '../../access/world.js';
import { catalogueOf } from '../../catalogue/shipped.js';
import type { Answer, Client } from '../../support/client.js';
import { logInAs } from '../../support/log-in.js';
import { PASSWORD, type TestService, type TestTenant } from '../../support/service.js';
import { eventually } from '../../support/eventually.js';
import { StableValues } from './stable-values.js';

/** Limit of list items in an example. */
const ITEMS_MAX = 2;
const ACCEPTED = 202;

/** Sends one request of an organization to every documented path and records the responses with stable values. */
export async function recordExamples(service: TestService, tenant: TestTenant, world: World): Promise<Examples> {
  const values = new StableValues({
    baseUrl: service.baseUrl,
    names: { ...world },
    constants: catalogueIds(),
    itemsMax: ITEMS_MAX,
  });
  const recorded: [string, Example][] = [];
  for (const { method, path: template } of service.app.routes) {
    const name = `${method} ${template}`;
    const row = REST[name];
    if (!row) throw new Error(`${name} is not in test/access/verdicts-rest.ts`);
    const request = { method, path: row.path(world), body: row.body?.(world), file: row.file };
    const caller = row.endsSession ? await logInAs(service.baseUrl, tenant.emails.admin, PASSWORD) : tenant.admin;
    const answer = await send(caller, request);
    if (answer.status === ACCEPTED) await scansEnded(service);
    if (answer.status !== row.status) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    recorded.push([name, values.stabilized(name, exampleOf(template, request, answer)) as Example]);
  }
  return Object.fromEntries(recorded);
}

/** Ids of frameworks, controls and other content, which are the same in every installation. */
function catalogueIds(): ReadonlySet<string> {
  const { frameworks, domains, controls, universalControls } = catalogueOf();
  const mappings = universalControls.flatMap((each) => each.mappings);
  return new Set([...frameworks, ...domains, ...controls, ...universalControls, ...mappings].map(({ id }) => id));
}

/** Waits for the end of all scans, on which other responses depend. */
async function scansEnded({ database }: TestService): Promise<void> {
  const open = () => database.query(`select 1 from scans where status in ('queued', 'running')`);
  await eventually(async () => ((await open()).length === 0 ? true : null));
}

interface ExampleRequest extends Pick<RestCase, 'file'> {
  method: string;
  path: string;
  body: unknown;
}

function send(admin: Client, { method, path, body, file }: ExampleRequest): Promise<Answer> {
  if (file !== undefined) return admin.upload(path, file);
  return admin.send(method, path, {
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}

function exampleOf(template: string, { path, body }: ExampleRequest, answer: Answer): Example {
  const [pathname = '', query] = path.split('?');
  const values = pathname.split('/');
  const inPath = template
    .split('/')
    .map((part, index): [string, string] => [part, values[index] ?? ''])
    .filter(([part]) => part.startsWith('{'))
    .map(([part, value]): [string, string] => [part.slice(1, -1), decodeURIComponent(value)]);
  return {
    parameters: { ...Object.fromEntries(inPath), ...Object.fromEntries(new URLSearchParams(query)) },
    ...(body === undefined ? {} : { body }),
    status: answer.status,
    ...(answer.body === null ? {} : { answer: answer.body }),
  };
}
