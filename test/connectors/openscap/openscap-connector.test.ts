import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { OpenscapConnector, type OpenscapOptions } from '../../../src/connectors/openscap/openscap.connector.js';
import { problemsOf } from '../../../src/connectors/probe.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { AppError } from '../../../src/platform/errors.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { TIME_LIMITS } from '../../../src/platform/time-limits.js';
import { eventually } from '../../support/eventually.js';
import { allSteps, QuickClock } from '../collected.js';
import { CONTENT, PROFILE, Workplace } from './programs.js';

const CONFIG = { data_stream: 'debian/host-ds.xml', profile: PROFILE };
const COPY_RECORDED = `cp '${join(CONTENT, 'recorded-results.xml')}' "$results"`;

let place: Workplace;
beforeEach(async () => {
  place = await Workplace.make();
});
afterEach(() => rm(place.root, { recursive: true, force: true }));

describe('the OpenSCAP connector where the operator allows scans', () => {
  it('evaluates the data stream with the profile and yields the findings', async () => {
    const program = await place.program(COPY_RECORDED, 'exit 2');
    const steps = await allSteps(connector({ program }).collect(contextFor(CONFIG)));
    const findings = steps.flatMap((step) => (step.kind === 'finding' ? [step.finding] : []));
    expect(
      findings.map(({ check, status, resource }) => [check.ruleId, check.scanner, status, resource?.name]),
    ).toEqual([
      ['file_owner_etc_passwd', 'openscap', 'pass', 'scanned-host'],
      ['aide_periodic_cron_checking', 'openscap', 'fail', 'scanned-host'],
    ]);
    const given = await place.argumentsGiven();
    const results = given[5] ?? '';
    expect(given).toEqual([
      'xccdf',
      'eval',
      '--profile',
      PROFILE,
      '--results',
      results,
      join(place.contentDir, 'debian/host-ds.xml'),
    ]);
    expect(existsSync(results)).toBe(false);
  });

  it('reads results after exit code 0 too', async () => {
    const program = await place.program(COPY_RECORDED, 'exit 0');
    const steps = await allSteps(connector({ program }).collect(contextFor(CONFIG)));
    expect(steps.filter(({ kind }) => kind === 'finding')).toHaveLength(2);
  });

  it("throws after exit code 1 with the scanner's message without paths of the host, and leaves no file", async () => {
    const program = await place.program(COPY_RECORDED, 'echo "No profile in /srv/scap/host-ds.xml" >&2', 'exit 1');
    const failure = await failureOf(connector({ program }).collect(contextFor(CONFIG)));
    expect(failure).toBeInstanceOf(AppError);
    expect(failure.message).toBe('oscap could not evaluate debian/host-ds.xml: No profile in …/host-ds.xml');
    expect(await leftovers()).toEqual([]);
  });

  it('refuses results that are not a report', async () => {
    const program = await place.program('echo "<html/>" > "$results"', 'exit 0');
    await expect(allSteps(connector({ program }).collect(contextFor(CONFIG)))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('evaluates within a share of the time of a scan, which is no whole number', async () => {
    const program = await place.program(COPY_RECORDED, 'exit 2');
    const timeLimits = { ...TIME_LIMITS, collectionMs: 59_999.75 };
    const steps = await allSteps(connector({ program }).collect({ ...contextFor(CONFIG), timeLimits }));
    expect(steps.filter(({ kind }) => kind === 'finding')).toHaveLength(2);
  });

  it('kills the scanner and its child processes at the timeout', async () => {
    const child = join(place.root, 'child');
    const program = await place.program(`sleep 600 & echo $! > '${child}'`, 'wait');
    const collecting = failureOf(connector({ program, timeoutMs: 500 }).collect(contextFor(CONFIG)));
    expect((await collecting).message).toMatch(/did not end within/);
    await hasEnded(Number(await readFile(child, 'utf8')));
  });

  it('kills the scanner when the scan is aborted', async () => {
    const child = join(place.root, 'child');
    const program = await place.program(`sleep 600 & echo $! > '${child}'`, 'wait');
    const cancel = new AbortController();
    const context = { ...contextFor(CONFIG), signal: cancel.signal };
    const collecting = failureOf(connector({ program }).collect(context));
    const pid = await eventually(async () => Number(await readFile(child, 'utf8').catch(() => '')) || null);
    cancel.abort(new Error('cancelled'));
    expect((await collecting).message).toBe('cancelled');
    await hasEnded(pid);
  });

  it('passes none of its environment to the scanner', async () => {
    const file = join(place.root, 'environment');
    const program = await place.program(`env > '${file}'`, COPY_RECORDED);
    process.env.SECRET_OF_THE_TEST = 'not-for-scanners';
    await allSteps(connector({ program }).collect(contextFor(CONFIG)));
    delete process.env.SECRET_OF_THE_TEST;
    expect(await readFile(file, 'utf8')).not.toContain('not-for-scanners');
  });

  it('throws ConnectionLost where the scanner is not installed', async () => {
    const program = join(place.root, 'no-such-program');
    const failure = await failureOf(connector({ program }).collect(contextFor(CONFIG)));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(await problemsOf(connector({ program }), contextFor(CONFIG))).toEqual([
      'oscap is not installed on the host of this process',
    ]);
  });

  it('evaluates nothing outside of the folder, even through a link', async () => {
    await symlink(join(place.root, 'outside.xml'), join(place.contentDir, 'link.xml'));
    const program = await place.program(COPY_RECORDED);
    for (const path of ['link.xml', 'missing.xml']) {
      const failure = await failureOf(connector({ program }).collect(contextFor({ ...CONFIG, data_stream: path })));
      expect(failure.message).toBe(`the folder of contents of this host has no file ${path}`);
    }
    expect(existsSync(join(place.root, 'arguments'))).toBe(false);
  });

  it.each([
    ['../outside.xml'],
    ['debian/../../outside.xml'],
    ['/etc/passwd.xml'],
    ['--help.xml'],
    ['debian//host-ds.xml'],
    ['.hidden.xml'],
    ['host-ds.xml\n'],
    ['debian/host-ds'],
  ])('refuses the data stream %j', (path) => {
    expect(() => checkedSettings(connector().settings, { ...CONFIG, data_stream: path })).toThrow(AppError);
  });

  it.each([['--version'], ['cis'], ['xccdf_a_profile_b c'], ['xccdf_a_profile_$(id)'], ['xccdf_a_rule_b']])(
    'refuses the profile %j',
    (profile) => {
      expect(() => checkedSettings(connector().settings, { ...CONFIG, profile })).toThrow(AppError);
    },
  );

  it('requires a profile with a data stream', () => {
    expect(() => checkedSettings(connector().settings, { data_stream: 'debian/host-ds.xml' })).toThrow(AppError);
  });

  it('reads imported reports where no data stream is set', async () => {
    expect(await connector().probe(contextFor({}))).toEqual(['No report has been imported yet.']);
    expect(await allSteps(connector().collect(contextFor({})))).toEqual([]);
  });
});

describe('the OpenSCAP connector where the operator allows no scans', () => {
  it('refuses the settings of scans with the reason, and accepts reports', () => {
    const { settings } = connector({ contentDir: null });
    const refused = () => checkedSettings(settings, CONFIG);
    expect(refused).toThrow(AppError);
    const message = expect.stringContaining('the operator of this installation allows no scans of its host');
    const details = ['/config/data_stream', '/config/profile'].map((field) => ({ field, message }));
    expect(thrown(refused)).toMatchObject({ details });
    expect(checkedSettings(settings, {})).toEqual({});
  });

  it('runs nothing for an integration from the time when scans were allowed', async () => {
    const program = await place.program(COPY_RECORDED);
    const failure = await failureOf(connector({ contentDir: null, program }).collect(contextFor(CONFIG)));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(existsSync(join(place.root, 'arguments'))).toBe(false);
  });
});

function connector(options: Partial<OpenscapOptions> = {}): OpenscapConnector {
  return new OpenscapConnector({ contentDir: place.contentDir, ...options });
}

function contextFor(config: Record<string, unknown>) {
  return {
    config,
    scansBefore: 0,
    openImport: () => Promise.resolve(null),
    network: new GuardedNetwork({ allowsPrivate: false }),
    clock: new QuickClock(new Date('2026-03-04T12:00:00Z')),
    signal: new AbortController().signal,
    hasImport: false,
  };
}

async function failureOf(steps: ReturnType<OpenscapConnector['collect']>): Promise<Error> {
  try {
    await allSteps(steps);
  } catch (err) {
    if (err instanceof Error) return err;
  }
  throw new Error('it did not fail');
}

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (err) {
    return err;
  }
  return null;
}

async function leftovers(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('crosswalk-oscap-'));
}

/** Waits until there is no such process; a zombie counts as ended. */
function hasEnded(pid: number): Promise<true> {
  return eventually(async () => {
    const state = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => null);
    return state === null || state.includes(' Z ') ? true : null;
  });
}
