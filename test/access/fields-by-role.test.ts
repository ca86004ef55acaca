import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../docs/markdown.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { edgesOf } from './edges.js';
import { furnish } from './world.js';

/** Fields of the table in docs/security/fields.md: their value depends on who asks. */
const DOCUMENTED = [
  ...readFileSync(join(ROOT, 'docs/security/fields.md'), 'utf8').matchAll(/^\| `([A-Z]\w+\.\w+)` \|/gm),
].map(([, field = '']) => field);

type Fields = Record<string, unknown>;

interface GraphAnswer {
  data: Fields | null;
  errors?: { extensions: { code: string } }[];
}

describe('every field of the graph, asked for by an admin, an auditor and a member', () => {
  let service: TestService;
  /** Fields whose value depends on who asks. */
  const found = new Set<string>();
  /** Fields whose value depends on when somebody asks: links that are signed for some minutes, and what differs for who asks twice. */
  const ofTime = new Set(['Evidence.downloadUrl', 'Report.expiresAt', 'Report.reportUrl']);
  const refused = new Map<string, string>();
  let edgeCount = 0;

  beforeAll(async () => {
    service = await startService();
    const world = await furnish(service, service.a);
    const { admin, auditor, member } = service.a;
    for (const { name, document } of edgesOf(service.app.schema, world)) {
      edgeCount += 1;
      const first = await ask(admin, document);
      compare(first, await ask(admin, document), ofTime);
      for (const [role, client] of Object.entries({ auditor, member })) {
        const answer = await ask(client, document);
        const code = answer.errors?.[0]?.extensions.code;
        if (code === undefined) compare(first, answer, found);
        else refused.set(`${name} for ${role}: ${rootOf(document)}`, code);
      }
    }
  });
  afterAll(() => service.stop());

  function compare(one: GraphAnswer, other: GraphAnswer, into: Set<string>): void {
    const query = service.app.schema.getQueryType();
    if (!query) throw new Error('the schema has no queries');
    for (const field of differences(query, [one.data, other.data], into)) into.add(field);
  }

  it('has one value for all three, but where the table of fields by role says otherwise', () => {
    expect(edgeCount).toBeGreaterThan(300);
    expect([...found].filter((field) => !ofTime.has(field)).toSorted()).toEqual(DOCUMENTED.toSorted());
  });

  it('is refused only as a whole query, by the table of roles', () => {
    expect(refused.size).toBeGreaterThan(10);
    for (const [what, code] of refused) expect({ what, code }).toEqual({ what, code: 'FORBIDDEN' });
  });
});

async function ask(client: Client, document: string): Promise<GraphAnswer> {
  const { body } = await client.graphql(document);
  return body as GraphAnswer;
}

function rootOf(document: string): string {
  return /^\s*\{\s*(\w+)/.exec(document)?.[1] ?? '';
}

/** Fields, as `Type.field`, in which two answers differ. Of other objects, and of lists of others, the field that returns them. */
function differences(
  type: GraphQLObjectType,
  [one, other]: [Fields | null, Fields | null],
  known: ReadonlySet<string>,
): string[] {
  return Object.keys(one ?? {}).flatMap((key) => {
    const [left, right] = [one?.[key], other?.[key]];
    const name = `${type.name}.${key}`;
    if (JSON.stringify(left) === JSON.stringify(right)) return [];
    const of = type.getFields()[key];
    const inner = of && getNamedType(of.type);
    // Known from a query that selects ids, which come first: what is within belongs to another object.
    const pairs = isObjectType(inner) && !known.has(name) ? pairsOf(left, right) : null;
    if (!isObjectType(inner) || pairs === null) return [name];
    return pairs.flatMap(([a, b]) => differences(inner, [a, b], known));
  });
}

/** Objects at the same place of both answers; null where they are not the same ones. */
function pairsOf(one: unknown, other: unknown): [Fields, Fields][] | null {
  if (!Array.isArray(one)) return isSame(one, other) ? [[one as Fields, other as Fields]] : null;
  if (!Array.isArray(other) || one.length !== other.length) return null;
  const pairs = one.map((each, at) => [each, (other as unknown[])[at]] as [Fields, Fields]);
  return pairs.every(([a, b]) => isSame(a, b)) ? pairs : null;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return one === other;
  return (one as Fields).id === (other as Fields).id;
}
