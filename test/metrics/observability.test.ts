import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { ROOT } from '../docs/markdown.js';
import { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const TOKEN = 'a-token-for-whoever-scrapes';
/** Labels that Prometheus gives: of the process, of a bucket, and in the place of our own label `job`. */
const OF_PROMETHEUS = ['job', 'instance', 'le', 'exported_job'];

interface Dashboard {
  panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[];
}
interface Alerts {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }[];
  }[];
}

const text = (name: string) => readFileSync(join(ROOT, 'docs/observability', name), 'utf8');
const dashboard = JSON.parse(text('grafana-dashboard.json')) as Dashboard;
const rules = (load(text('alerts.yaml')) as Alerts).groups.flatMap((group) => group.rules);

/** Every query of both files, with what Grafana puts into it before it is sent. */
const queries = [
  ...dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  ),
  ...rules.map(({ expr }) => expr),
];

/** Texts of the nodes of one kind in a query. */
function found(query: string, kind: string): string[] {
  const texts: string[] = [];
  parser.parse(query).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) texts.push(query.slice(from, to));
    },
  });
  return texts;
}

const contract = readFileSync(join(ROOT, 'schema/contract/metrics.md'), 'utf8');

/** Names of the metrics that only a service with a replica exposes. */
const ofReplica = [...contract.matchAll(/^\| `(crosswalk_\w+)` \| (?:`\w+` )?\| with `DATABASE_READ_URL`/gm)].map(
  ([, name = '']) => name,
);

/** Names of labels in the table of metrics that the contract has. */
function contractLabels(): string[] {
  return [...contract.matchAll(/^\| `crosswalk_\w+` \| `([\w, ]+)` \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
}

describe('dashboard and alerts', () => {
  let service: TestService;
  let exposed: Set<string>;

  beforeAll(async () => {
    service = await startService({ settings: { metricsToken: TOKEN } });
    const metrics = (await new Client(service.baseUrl, TOKEN).get('/metrics')).text;
    exposed = new Set(
      [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
  });
  afterAll(() => service.stop());

  it('name only metrics that the service exposes, with a replica or without', () => {
    const named = new Set(queries.flatMap((query) => found(query, 'Identifier')));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !exposed.has(name) && !ofReplica.includes(name))).toEqual([]);
  });

  it('name every metric of the service at least once', () => {
    const own = [...exposed, ...ofReplica].filter((name) => name.startsWith('crosswalk_'));
    const all = queries.join('\n');
    expect(own.filter((name) => !all.includes(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
  });

  it('name only labels that the contract has', () => {
    const known = [...contractLabels(), ...OF_PROMETHEUS];
    const named = new Set(queries.flatMap((query) => found(query, 'LabelName')));
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are queries that Prometheus can parse', () => {
    expect(queries.filter((query) => found(query, '⚠').length > 0)).toEqual([]);
  });

  it('say of each panel and each alert what it is, under a name of its own', () => {
    const names = [...dashboard.panels.map(({ title }) => title), ...rules.map(({ alert }) => alert)];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { labels, annotations } of rules) {
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description']);
    }
  });
});
