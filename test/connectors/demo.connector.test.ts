import { describe, expect, it } from '@jest/globals';
import type { Collected } from '../../src/connectors/connector.js';
import type { Finding } from '../../src/connectors/finding.js';
import { redact } from '../../src/connectors/redact.js';
import { DemoConnector, type DemoConnectorOptions } from '../../src/connectors/demo/demo.connector.js';
import type { Clock } from '../../src/platform/clock.js';
import { loadContent } from '../../src/modules/catalogue/content.load.js';

const CONTENT = loadContent(new URL('../../../src/content', import.meta.url).pathname);
const CHECKS = new Map(CONTENT.checkFiles.flatMap(({ checks }) => checks.map((check) => [check.id, check])));
/** Types by which the catalogue says that it knows none. */
const NO_TYPE = ['Other', 'NotDefined'];
const NOW = new Date('2026-03-04T05:06:07.890Z');

describe('the demo connector', () => {
  it('is of type demo and takes no reports', () => {
    const connector = new DemoConnector();
    expect(connector.type).toBe('demo');
    expect(connector.acceptsReports).toBe(false);
  });

  it('reports checks of the catalogue, with their severity and on their type of resource', async () => {
    for (const { check, resource } of findingsOf(await collect())) {
      const known = CHECKS.get(check.ruleId);
      expect(check).toEqual({
        scanner: 'crosswalk',
        ruleId: known?.id,
        title: expect.stringMatching(/\S/),
        severity: known?.severity,
        requirements: [],
      });
      if (resource && known && !NO_TYPE.includes(known.resource_type)) expect(resource.type).toBe(known.resource_type);
    }
  });

  it('runs nearly every check of the first tier', async () => {
    const run = new Set(findingsOf(await collect()).map(({ check }) => check.ruleId));
    const missing = [...CHECKS.values()].filter(({ id, tier }) => tier === 1 && !run.has(id)).map(({ id }) => id);
    // It has no automatic verdict: people judge the bindings that it lists.
    expect(missing).toEqual(['kubernetes.rbac.cluster-admin-usage']);
  });

  it('looks like a small account: 400 to 700 findings, 12 to 18 % of them failing, some checks without scope', async () => {
    for (const scansBefore of [0, 1, 2, 10, 30]) {
      const findings = findingsOf(await collect({}, { scansBefore }));
      const failed = findings.filter(({ status }) => status === 'fail');
      const outOfScope = findings.filter(({ status }) => status === 'not_applicable');
      expect(findings.length).toBeGreaterThanOrEqual(400);
      expect(findings.length).toBeLessThanOrEqual(700);
      expect(failed.length / findings.length).toBeGreaterThan(0.12);
      expect(failed.length / findings.length).toBeLessThan(0.18);
      expect(outOfScope.length).toBeGreaterThan(0);
      expect(outOfScope.every(({ resource }) => resource === null)).toBe(true);
    }
  });

  it('reports a check on a resource once, with the time of the clock', async () => {
    const findings = findingsOf(await collect());
    const keys = findings.map(({ check, resource }) => [check.ruleId, resource?.account, resource?.id].join(' '));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(findings.map(({ detectedAt }) => detectedAt))).toEqual(new Set([NOW.toISOString()]));
  });

  it('says in a sentence what it saw, with every value filled in and nothing that looks like a credential', async () => {
    for (const { summary } of findingsOf(await collect())) {
      expect(summary).toMatch(/^\S.{15,400}\.$/);
      expect(summary).not.toMatch(/[{}]|undefined|null|check failed/i);
      expect(redact(summary)).toBe(summary);
    }
  });

  it('says the same again when a scan is repeated', async () => {
    expect(await collect({}, { scansBefore: 3 })).toEqual(await collect({}, { scansBefore: 3 }));
  });

  it('takes 25 seconds unless told otherwise, in at least 40 steps that only grow and end at 1', async () => {
    const clock = new FakeClock();
    const fractions = (await collect({}, { clock })).flatMap((step) =>
      step.kind === 'progress' ? [step.fraction] : [],
    );
    expect(fractions.length).toBeGreaterThanOrEqual(40);
    expect(fractions.every((fraction, index) => fraction > (fractions[index - 1] ?? 0))).toBe(true);
    expect(fractions.at(-1)).toBe(1);
    expect(clock.sleptMs).toBeCloseTo(25_000);

    const quick = new FakeClock();
    await collect({ paceMs: 0 }, { clock: quick });
    expect(quick.sleptMs).toBe(0);
  });

  it('stops with the reason of the abort, at the next finding or out of its sleep', async () => {
    const cancel = new AbortController();
    const seen: Collected[] = [];
    const work = async () => {
      for await (const step of new DemoConnector().collect(contextOf({ signal: cancel.signal }))) {
        seen.push(step);
        if (seen.length === 5) cancel.abort(new Error('cancelled'));
      }
    };
    await expect(work()).rejects.toThrow('cancelled');
    expect(seen).toHaveLength(5);

    const sleeping = new AbortController();
    const clock = new FakeClock(() => {
      sleeping.abort(new Error('lease lost'));
    });
    await expect(collect({}, { clock, signal: sleeping.signal })).rejects.toThrow('lease lost');
  });

  it('names the folder when there is no snapshot', async () => {
    await expect(collect({ directory: '/nowhere' })).rejects.toThrow('/nowhere');
  });
});

interface Circumstances {
  scansBefore?: number;
  clock?: Clock;
  signal?: AbortSignal;
}

async function collect(options: DemoConnectorOptions = {}, circumstances: Circumstances = {}): Promise<Collected[]> {
  const collected: Collected[] = [];
  for await (const step of new DemoConnector(options).collect(contextOf(circumstances))) collected.push(step);
  return collected;
}

function contextOf({ scansBefore = 0, clock = new FakeClock(), signal = new AbortController().signal }: Circumstances) {
  return { config: {}, scansBefore, clock, signal, openImport: () => Promise.resolve(null) };
}

function findingsOf(collected: Collected[]): Finding[] {
  return collected.flatMap((step) => (step.kind === 'finding' ? [step.finding] : []));
}

/** A clock that stands still, sleeps in no time and counts how long. */
class FakeClock implements Clock {
  sleptMs = 0;

  constructor(private readonly onSleep: () => void = () => undefined) {}

  now(): Date {
    return NOW;
  }

  sleep(ms: number): Promise<void> {
    this.sleptMs += ms;
    this.onSleep();
    return Promise.resolve();
  }
}
