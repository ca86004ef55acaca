import type { Example, Examples } from '../../src/http/openapi/examples.js';
import { REST, type RestCase } from '../access/verdicts.rest.js';
import type { World } from '../access/world.js';
import type { Answer } from '../support/client.js';
import type { TestService } from '../support/service.js';

/** How many items of a list an example shows. */
const ITEMS_SHOWN = 2;

/** Sends one request to every documented path and keeps what comes back, with made-up ids, times and secrets. */
export async function recordExamples(service: TestService, world: World): Promise<Examples> {
  const tidy = new Tidy(service.baseUrl);
  const recorded: [string, Example][] = [];
  for (const { method, path } of service.app.routes) {
    const name = `${method} ${path}`;
    const row = REST[name];
    if (!row) throw new Error(`${name} is not in the role table of the tests`);
    const answer = await send(service, name, row, world);
    if (answer.status !== row.status) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    recorded.push([name, tidy.tidied(exampleOf(path, row, world, answer)) as Example]);
  }
  return Object.fromEntries(recorded);
}

/** Sends the request of a row as the tests of access do. */
export function send({ a }: TestService, name: string, { path, body, file }: RestCase, world: World): Promise<Answer> {
  const [method = ''] = name.split(' ');
  if (file !== undefined) return a.admin.upload(path(world), file);
  const given = body?.(world);
  return a.admin.send(method, path(world), {
    ...(given === undefined ? {} : { body: JSON.stringify(given), headers: { 'content-type': 'application/json' } }),
  });
}

function exampleOf(template: string, row: RestCase, world: World, answer: Answer): Example {
  const [path = '', query] = row.path(world).split('?');
  const values = path.split('/');
  const inPath = template
    .split('/')
    .map((part, index): [string, string] => [part, values[index] ?? ''])
    .filter(([part]) => part.startsWith('{'))
    .map(([part, value]): [string, string] => [part.slice(1, -1), decodeURIComponent(value)]);
  return {
    parameters: { ...Object.fromEntries(inPath), ...Object.fromEntries(new URLSearchParams(query)) },
    ...(row.body ? { body: row.body(world) } : {}),
    status: answer.status,
    ...(answer.body === null ? {} : { answer: answer.body }),
  };
}

const UUID = /[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;

/** Puts made-up values in place of those that are new at every run, the same for the same. */
class Tidy {
  private readonly ids = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  tidied(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.slice(0, ITEMS_SHOWN).map((item) => this.tidied(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.member(key, inner)]));
  }

  private member(key: string, value: unknown): unknown {
    if (key === 'access_token') return 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl';
    if (key === 'sha256') return '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    if (key === 'password') return 'correct horse battery staple';
    return this.tidied(value);
  }

  private text(text: string): string {
    return text
      .replaceAll(this.baseUrl, 'http://127.0.0.1:4000')
      .replaceAll(UUID, (id, version: string) => (version === '5' ? id : this.madeUp(id)))
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T08:15:00.000Z')
      .replaceAll(/(expires=)\d+/g, '$11769847300')
      .replaceAll(/(signature=)[\w-]+/g, '$1c2lnbmF0dXJl');
  }

  private madeUp(id: string): string {
    const known = this.ids.get(id) ?? `01900000-0000-7000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, known);
    return known;
  }
}
