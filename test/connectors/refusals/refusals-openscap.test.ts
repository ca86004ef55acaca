import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collected } from '../../../src/connectors/connector.js';
import { OpenscapConnector } from '../../../src/connectors/openscap/openscap.connector.js';
import { AppError } from '../../../src/platform/errors.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { CONTENT, PROFILE, Workplace } from '../openscap/programs.js';
import { FrozenClock } from '../rest/collecting.js';
import { judge, liftsOf } from './judgement.js';

const CONFIG = { data_stream: 'debian/host-ds.xml', profile: PROFILE };
/** Rules of the SCAP Security Guide that decide elements, with what the host has of each. */
const RULES = [
  ['no_shelllogin_for_systemaccounts', 'pass'],
  ['no_empty_passwords_etc_shadow', 'pass'],
  ['service_auditd_enabled', 'fail'],
  ['ensure_gpgcheck_globally_activated', 'fail'],
] as const;
/** How the program is refused, as lines of a shell that replace it, and what it says to people then. */
const WAYS: Record<string, { lines: string[]; says: RegExp }> = {
  denied: { lines: ['echo "cannot open /etc/shadow: Permission denied" >&2', 'exit 1'], says: /Permission denied/ },
  failing: { lines: ['exit 1'], says: /it says nothing/ },
  killed: { lines: ['kill -9 $$'], says: /oscap was killed/ },
  truncated: {
    lines: ['cp "$(dirname "$0")/half.xml" "$results"', 'exit 2'],
    says: /does not end|unclosed|cannot be read|ends/,
  },
  silent: { lines: ['sleep 600'], says: /oscap did not end within/ },
};
/** Long enough for programs that end; a silent one is ended after it. */
const TIMEOUT_MS = 5_000;
const SILENCE_MS = 50;

describe('openscap, where the evaluation or one of its rules is refused', () => {
  let place: Workplace;
  let whole: Collected[];

  beforeAll(async () => {
    place = await Workplace.make();
    // Another test looks whether the connector leaves anything in the folder of temporary files.
    vi.stubEnv('TMPDIR', place.root);
    await recorded('whole.xml', await results());
    const half = await results();
    await recorded('half.xml', half.slice(0, half.indexOf('</TestResult>') - 200));
    whole = await collected(['cp "$(dirname "$0")/whole.xml" "$results"', 'exit 2']);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(place.root, { recursive: true, force: true });
  });

  it('has verdicts that a refusal could lift: some fail, some pass', () => {
    const verdicts = [...judge(whole).verdicts.values()];
    expect(verdicts.map(({ checkId, status }) => [checkId, status]).sort()).toEqual([...RULES].sort());
  });

  it.each(Object.entries(WAYS))(
    'ends the scan, which then decides nothing, where the program is %s',
    async (way, { lines, says }) => {
      const failure = await collected(lines, way === 'silent' ? SILENCE_MS : TIMEOUT_MS).catch((err: unknown) => err);
      expect(failure).toBeInstanceOf(AppError);
      expect(JSON.stringify([(failure as AppError).message, (failure as AppError).details])).toMatch(says);
    },
  );

  it.each(RULES.flatMap(([rule]) => ['error', 'unknown', 'notchecked'].map((result) => [rule, result] as const)))(
    'moves nothing towards passing where the rule %s ends as %s, and names it',
    async (rule, result) => {
      await recorded('refused.xml', await results({ [rule]: result }));
      const steps = await collected(['cp "$(dirname "$0")/refused.xml" "$results"', 'exit 2']);
      const judgement = judge(steps);
      // The verdict of the rule is gone: whoever reads the report has it as unknown.
      expect(judgement.verdicts.get(keyOf(rule, judgement))?.status).toBe('unknown');
      const lifts = liftsOf(judge(whole), judgement).filter((lift) => !lift.endsWith('became unknown'));
      expect(lifts).toEqual([]);
      const held = [...judgement.results.values()].flatMap(({ withheld }) => withheld.map(({ reason }) => reason));
      expect(new Set(held)).toEqual(new Set([`The report gives no verdict on ${rule}.`]));
    },
  );

  function recorded(file: string, text: string): Promise<void> {
    return writeFile(join(place.root, file), text);
  }

  async function collected(lines: readonly string[], timeoutMs = TIMEOUT_MS): Promise<Collected[]> {
    const program = await place.program(...lines);
    const connector = new OpenscapConnector({ contentDir: place.contentDir, program, timeoutMs });
    const network = new GuardedNetwork({ allowsPrivate: false });
    const context = {
      config: CONFIG,
      scansBefore: 0,
      openImport: async () => null,
      network,
      clock: new FrozenClock(),
      signal: new AbortController().signal,
    };
    const steps: Collected[] = [];
    try {
      for await (const step of connector.collect(context)) steps.push(step);
    } finally {
      await network.close();
    }
    return steps;
  }
});

function keyOf(rule: string, { verdicts }: ReturnType<typeof judge>): string {
  return [...verdicts].find(([, { checkId }]) => checkId === rule)?.[0] ?? rule;
}

/** Results as oscap writes them, with these results of rules in place of the host's. */
async function results(others: Record<string, string> = {}): Promise<string> {
  const recorded = await readFile(join(CONTENT, 'recorded-results.xml'), 'utf8');
  const [before = ''] = recorded.split('<rule-result');
  const [, after = ''] = recorded.split(/<\/rule-result>(?![\s\S]*<\/rule-result>)/);
  const own = RULES.map(
    ([rule, result]) =>
      `<rule-result idref="xccdf_org.ssgproject.content_rule_${rule}" time="2026-03-04T12:00:00+00:00" severity="medium"><result>${others[rule] ?? result}</result></rule-result>`,
  );
  return `${before}${own.join('\n')}${after}`;
}
