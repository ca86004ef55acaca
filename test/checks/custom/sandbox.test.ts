import { afterEach, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Resource } from '../../../src/connectors/resource.js';
import { Sandbox, SANDBOX_LIMITS, type SandboxLimits } from '../../../src/modules/custom-checks/sandbox.js';
import type { SandboxedCheck } from '../../../src/modules/custom-checks/sandbox-protocol.js';
import { eventually } from '../../support/eventually.js';

const TYPE = 'Thing';
const HARMLESS: SandboxedCheck = checkOf('harmless', 'resource.size == 3');

function checkOf(id: string, passes: string, more: Partial<SandboxedCheck['logic']> = {}): SandboxedCheck {
  return {
    id,
    resourceType: TYPE,
    logic: { on: TYPE, passes, says: { pass: '{name} is fine.', fail: '{name} has {resource.size}.' }, ...more },
  };
}

function thing(id: string, properties: Record<string, unknown> = {}): Resource {
  return { type: TYPE, id, name: `Thing ${id}`, region: null, account: 'a', properties: { size: 3, ...properties } };
}

/** A text of 100,000 characters and a list of 1,000 words, which hostile expressions multiply. */
const LARGE = thing('large', { text: 'a'.repeat(100_000), words: Array.from({ length: 1_000 }, (_, no) => `w${no}`) });

/** An expression that quadruples `seed` repeatedly, and then evaluates `question` on the result `X`. */
function fourfold(seed: string, times: number, question: string): string {
  let text = `cel.bind(x0, ${seed}, `;
  for (let no = 1; no <= times; no += 1) {
    const last = `x${no - 1}`;
    text += `cel.bind(x${no}, ${[last, last, last, last].join(' + ')}, `;
  }
  return text + question.replaceAll('X', `x${times}`) + ')'.repeat(times + 1);
}

describe('the sandbox of custom checks', () => {
  const sandboxes: Sandbox[] = [];
  afterEach(async () => {
    for (const sandbox of sandboxes.splice(0)) await sandbox.close();
  });
  const sandboxOf = (checks: SandboxedCheck[], limits: Partial<SandboxLimits> = {}): Sandbox => {
    const sandbox = new Sandbox(checks, { ...SANDBOX_LIMITS, checkMs: 1_500, ...limits });
    sandboxes.push(sandbox);
    return sandbox;
  };

  it('returns the result of each check on each resource in its scope', async () => {
    const sandbox = sandboxOf([
      HARMLESS,
      checkOf('picky', 'resource.size < 5', { applies: 'resource.size > 3' }),
      checkOf('wrong', 'resource.nothing'),
      { ...HARMLESS, id: 'other', resourceType: 'Other' },
    ]);
    expect(await sandbox.evaluate([thing('1'), thing('2', { size: 4 })])).toEqual([
      { checkId: 'harmless', resource: 0, status: 'pass', sentence: 'Thing 1 is fine.' },
      { checkId: 'harmless', resource: 1, status: 'fail', sentence: 'Thing 2 has 4.' },
      { checkId: 'picky', resource: 1, status: 'pass', sentence: 'Thing 2 is fine.' },
      { checkId: 'wrong', resource: 0, status: 'error', sentence: 'No such key: nothing' },
      { checkId: 'wrong', resource: 1, status: 'error', sentence: 'No such key: nothing' },
    ]);
    expect(sandbox.stopped).toEqual(new Map());
  });

  it('reuses its process for every batch, and ends it when it is closed', async () => {
    const sandbox = sandboxOf([HARMLESS]);
    expect(sandbox.pid).toBeNull();
    await sandbox.evaluate([thing('1')]);
    const { pid } = sandbox;
    await sandbox.evaluate([thing('2')]);
    expect(sandbox.pid).toBe(pid);
    await sandbox.close();
    expect(existsSync(`/proc/${String(pid)}`)).toBe(false);
  });

  it('starts no process when no check applies to the resources', async () => {
    const sandbox = sandboxOf([{ ...HARMLESS, resourceType: 'Other' }]);
    expect(await sandbox.evaluate([thing('1')])).toEqual([]);
    expect(sandbox.pid).toBeNull();
  });

  it('evaluates Unicode text, and more than fits into a pipe', async () => {
    const name = 'Ж\u2028\n"'.repeat(50_000);
    const sandbox = sandboxOf([checkOf('long', `resource.text == name && resource.size == 3`)]);
    const resources = [0, 1, 2].map((no) => ({ ...thing(`${no}`, { text: name }), name }));
    const verdicts = await sandbox.evaluate(resources);
    expect(verdicts.map(({ resource, status }) => [resource, status])).toEqual([
      [0, 'pass'],
      [1, 'pass'],
      [2, 'pass'],
    ]);
    expect(verdicts[0]?.sentence).toHaveLength(1_000);
  });

  describe.each([
    ['a regular expression that backtracks for ever', `("a".matches("b") || resource.text.matches("^(a+)+$$b"))`],
    [
      'comprehensions in comprehensions',
      'resource.words.all(a, resource.words.all(b, resource.words.all(c, a + b + c != "")))',
    ],
    ['a text of 100 million characters', fourfold('resource.text', 5, 'size(X) > 0')],
    ['a text of 400 million characters', fourfold('resource.text', 6, 'X.upperAscii() == "a"')],
    ['a list of 16 million words', fourfold('resource.words', 7, 'size(X) > 0')],
    ['bytes of a gibibyte and more', fourfold('bytes(resource.text)', 8, 'size(X) > 0')],
    ['a text cut into 100 million pieces', fourfold('resource.text', 5, 'size(X.split("")) > 0')],
    ['a sentence that would be as long', 'true'],
  ])('given %s', (title, passes) => {
    const says = { pass: `{${fourfold('resource.text', 5, '[X, X, X]')}}`, fail: '' };
    const evil = checkOf('evil', passes, title.startsWith('a sentence') ? { says } : {});

    it('continues, stops that check or reports its error, and evaluates the others', async () => {
      const sandbox = sandboxOf([HARMLESS, evil, { ...HARMLESS, id: 'after' }]);
      const verdicts = await sandbox.evaluate([LARGE]);
      const ofOthers = verdicts.filter(({ checkId }) => checkId !== 'evil');
      expect(ofOthers.map(({ checkId, status }) => [checkId, status])).toEqual([
        ['harmless', 'pass'],
        ['after', 'pass'],
      ]);
      const error = verdicts.find(({ checkId }) => checkId === 'evil');
      if (error && !title.startsWith('a sentence')) expect(error.status).toBe('error');
      expect(error?.sentence.length ?? 0).toBeLessThanOrEqual(1_000);
      expect(Boolean(error) !== sandbox.stopped.has('evil')).toBe(true);
      expect((await sandbox.evaluate([LARGE])).filter(({ checkId }) => checkId !== 'evil')).toEqual(ofOthers);
    });
  });

  it('stops a check that takes too long, and reports the limit', async () => {
    const nested = 'resource.words.all(a, resource.words.all(b, resource.words.all(c, a + b + c != "")))';
    const sandbox = sandboxOf([checkOf('slow', nested)], { checkMs: 300 });
    expect(await sandbox.evaluate([LARGE, LARGE])).toEqual([]);
    expect(sandbox.stopped).toEqual(new Map([['slow', 'took longer than 0.3 seconds for 2 resources']]));
    expect(sandbox.pid).toBeNull();
  });

  it('stops a check that needs too much memory', async () => {
    const sandbox = sandboxOf([checkOf('large', fourfold('resource.text', 5, 'size(X) > 0'))], {
      checkMs: 30_000,
      batchMs: 30_000,
    });
    expect(await sandbox.evaluate([LARGE])).toEqual([]);
    expect(sandbox.stopped).toEqual(new Map([['large', 'used more memory than a check may']]));
  });

  it('stops the slowest check when all of them together take too long', async () => {
    const twice = 'resource.words.all(a, resource.words.all(b, a + b != ""))';
    const checks = [HARMLESS, checkOf('slow', [twice, twice, twice, twice, twice, twice].join(' && '))];
    const sandbox = sandboxOf(checks, { checkMs: 60_000, batchMs: 1_000 });
    const verdicts = await sandbox.evaluate(Array.from({ length: 50 }, () => LARGE));
    expect(new Set(verdicts.map(({ checkId }) => checkId))).toEqual(new Set(['harmless']));
    expect(sandbox.stopped).toEqual(new Map([['slow', 'took longer than 1 second for 50 resources']]));
  });

  it('stops every check when the time for all batches is over', async () => {
    const sandbox = sandboxOf([HARMLESS], { totalMs: 0 });
    expect(await sandbox.evaluate([thing('1')])).toEqual([]);
    expect([...sandbox.stopped.keys()]).toEqual(['harmless']);
  });

  it('does not block the event loop meanwhile', async () => {
    const sandbox = sandboxOf([checkOf('evil', 'resource.text.matches("^(a+)+$$b")')], { checkMs: 1_000 });
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setTimeout(turn, 1);
    };
    turn();
    await sandbox.evaluate([LARGE]);
    isOver = true;
    // A second of nothing else: a blocked loop would have turned once or twice.
    expect(turns).toBeGreaterThan(20);
    expect(sandbox.stopped.has('evil')).toBe(true);
  });

  it('ends when the signal is aborted during its start', async () => {
    const sandbox = sandboxOf([checkOf('evil', 'resource.text.matches("^(a+)+$$b")')], {
      checkMs: 60_000,
      batchMs: 60_000,
    });
    const stopping = new AbortController();
    const evaluating = sandbox.evaluate([LARGE], stopping.signal);
    stopping.abort(new Error('cancelled'));
    await expect(evaluating).rejects.toThrow('cancelled');
    expect(sandbox.pid).toBeNull();
  });

  it('ends when the signal is aborted', async () => {
    const sandbox = sandboxOf([checkOf('evil', 'resource.text.matches("^(a+)+$$b")')], {
      checkMs: 60_000,
      batchMs: 60_000,
    });
    const stopping = new AbortController();
    const evaluating = sandbox.evaluate([LARGE], stopping.signal);
    setTimeout(() => stopping.abort(new Error('cancelled')), 100);
    await expect(evaluating).rejects.toThrow('cancelled');
    expect(sandbox.pid).toBeNull();
  });

  it.each([
    'resource.constructor',
    'resource["constructor"]',
    'resource.__proto__',
    'resource["__proto__"]',
    'resource.toString',
    'resource["hasOwnProperty"]',
    'resource.words.constructor',
    'resource.words["length"]',
    'name.constructor',
    'name["constructor"]',
    'name.length',
    'resource["constructor"]["constructor"]("return process")()',
    'process',
    'globalThis',
    'this',
    'require("fs")',
    'import("fs")',
    'cel.constructor',
    'resource.words.map(constructor, constructor)[0].constructor',
    '{"__proto__": {"admin": true}}.admin',
  ])('exposes nothing of JavaScript to an expression: %s', async (expression) => {
    const sandbox = sandboxOf([
      checkOf('curious', expression),
      checkOf('said', 'true', { says: { pass: `{${expression.replace(/[{}]/g, '')}}`, fail: '' } }),
    ]);
    const verdicts = await sandbox.evaluate([LARGE]);
    const statuses = verdicts.filter(({ checkId }) => checkId === 'curious').map(({ status }) => status);
    expect(statuses.filter((status) => status !== 'error')).toEqual([]);
    expect(statuses.length === 1 || sandbox.stopped.get('curious')?.startsWith('cannot be read')).toBe(true);
    for (const { checkId, sentence } of verdicts) if (checkId === 'said') expect(sentence).toMatch(/^(none)?$/);
  });

  it('is killed by the kernel when its CPU time is used up, whether or not it is supervised', async () => {
    const evil = checkOf('evil', 'resource.text.matches("^(a+)+$$b")');
    const sandbox = sandboxOf([evil], { checkMs: 60_000, batchMs: 60_000, cpuSeconds: 1 });
    expect(await sandbox.evaluate([LARGE])).toEqual([]);
    expect(sandbox.stopped).toEqual(new Map([['evil', 'used more CPU time than a check may']]));
  });

  it('ends its process when the parent process is killed', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./parent.child.js', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const place = `/proc/${line.toString().trim()}`;
    expect(existsSync(place)).toBe(true);
    parent.kill('SIGKILL');
    await eventually(() => Promise.resolve(existsSync(place) ? null : true));
  });
});
