import { describe, expect, it } from 'vitest';
import type { Collected } from '../../src/connectors/connector.js';
import { redact } from '../../src/connectors/redact.js';
import type { Resource } from '../../src/connectors/resource.js';
import { DemoConnector, type DemoConnectorOptions } from '../../src/connectors/demo/demo.connector.js';
import { shapeProblems } from '../../src/modules/catalogue/resource-shapes.js';
import type { Clock } from '../../src/platform/clock.js';
import { shapesByType } from '../checks/content.js';
import { CHECKS, contextOf, evaluatedDemo, type Circumstances } from './demo-findings.js';

const NOW = new Date('2026-03-04T05:06:07.890Z');

describe('the demo connector', () => {
  it('has the type demo and accepts no reports', () => {
    const connector = new DemoConnector();
    expect(connector.type).toBe('demo');
    expect(connector.acceptsReports).toBe(false);
  });

  it('yields resources in their documented types, each once', async () => {
    const shapes = shapesByType();
    for (const scansBefore of [0, 1, 2, 5, 10, 30]) {
      const resources = resourcesOf(await collect({}, { scansBefore }));
      const problems = resources.flatMap(({ type, name, properties }) => {
        const shape = shapes.get(type);
        return shape ? shapeProblems(shape, properties).map((problem) => `${name}: ${problem}`) : [`${type}: no shape`];
      });
      expect(problems).toEqual([]);
      const keys = resources.map(({ type, account, id }) => [type, account, id].join(' '));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('yields no resource that a check cannot evaluate', async () => {
    for (let scansBefore = 0; scansBefore < 31; scansBefore += 1) {
      expect((await evaluatedDemo(scansBefore)).gaps).toEqual([]);
    }
  });

  it('yields a resource for every check of the first tier except those that the company has no system for', async () => {
    const run = new Set((await evaluatedDemo(0)).findings.map(({ check }) => check.ruleId));
    const missing = CHECKS.filter(({ id, tier }) => tier === 1 && !run.has(id)).map(({ id }) => id);
    // The company has no PostgreSQL integration, and no list of bindings to cluster-admin.
    expect(missing.filter((id) => !id.startsWith('postgresql.'))).toEqual(['kubernetes.rbac.cluster-admin-usage']);
  });

  it('fails between a twentieth and a quarter of the findings of a scan, and leaves some checks not applicable', async () => {
    for (const scansBefore of [0, 1, 2, 10, 30]) {
      const { findings } = await evaluatedDemo(scansBefore);
      const failedShare = findings.filter(({ status }) => status === 'fail').length / findings.length;
      expect(failedShare).toBeGreaterThan(0.05);
      expect(failedShare).toBeLessThan(0.25);
      expect(findings.some(({ status }) => status === 'not_applicable')).toBe(true);
    }
  });

  it('yields findings whose summaries are complete sentences without anything like a credential', async () => {
    for (const scansBefore of [0, 1, 2, 3, 10]) {
      for (const { summary } of (await evaluatedDemo(scansBefore)).findings) {
        expect(summary).toMatch(/^\S.{15,400}\.$/);
        expect(summary).not.toMatch(/[{}]|undefined|null|check failed/i);
        expect(redact(summary)).toBe(summary);
      }
    }
  });

  it('yields the same for the same number of previous scans', async () => {
    expect(await collect({}, { scansBefore: 3 })).toEqual(await collect({}, { scansBefore: 3 }));
  });

  it('takes 25 seconds by default, in at least 40 steps of progress that rise to 1', async () => {
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

  it('throws the reason of the abort, at the next resource or during a wait', async () => {
    const cancel = new AbortController();
    const seen: Collected[] = [];
    const work = async () => {
      for await (const step of new DemoConnector().collect(
        contextOf({ clock: new FakeClock(), signal: cancel.signal }),
      )) {
        seen.push(step);
        if (seen.length === 3) cancel.abort(new Error('cancelled'));
      }
    };
    await expect(work()).rejects.toThrow('cancelled');
    expect(seen).toHaveLength(3);

    const sleeping = new AbortController();
    const clock = new FakeClock(() => {
      sleeping.abort(new Error('lease lost'));
    });
    await expect(collect({}, { clock, signal: sleeping.signal })).rejects.toThrow('lease lost');
  });

  it('throws an error that names the folder without a snapshot', async () => {
    await expect(collect({ directory: '/nowhere' })).rejects.toThrow('/nowhere');
  });
});

async function collect(options: DemoConnectorOptions = {}, circumstances: Circumstances = {}): Promise<Collected[]> {
  const collected: Collected[] = [];
  const context = contextOf({ clock: new FakeClock(), ...circumstances });
  for await (const step of new DemoConnector(options).collect(context)) collected.push(step);
  return collected;
}

function resourcesOf(collected: Collected[]): Resource[] {
  return collected.flatMap((step) => (step.kind === 'resource' ? [step.resource] : []));
}

/** A clock that stands still and does not wait; it sums the waits. */
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
