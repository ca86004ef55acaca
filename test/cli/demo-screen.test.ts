import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bar, count, fit, wrap } from '../../src/cli/demo/draw.js';
import { ProgressLine } from '../../src/cli/demo/progress.js';
import type { ProgressEvent } from '../../src/cli/demo/queries.js';
import { Screen } from '../../src/cli/demo/screen.js';
import { printable } from '../../src/cli/demo/text.js';

/** A screen with its output, without colors. */
function screenOn(terminal: { isTTY?: boolean; columns?: number }): { screen: Screen; written: () => string } {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), terminal);
  return { screen: new Screen(output), written: () => stripVTControlCharacters(String(output.read() ?? '')) };
}

function progress(percent: number, status: ProgressEvent['status'] = 'running'): ProgressEvent {
  const where = { currentIntegration: 'Northwind', findings: 5 };
  return {
    sequence: percent,
    percent,
    status,
    totalControls: 9,
    passedControls: 2,
    failedControls: 1,
    progress: where,
  };
}

describe('the screen of the demo', () => {
  it('draws a bar by percent: above zero it is not empty, below 100 it is not full', () => {
    expect([0, 1, 50, 99, 100].map((percent) => bar(percent, 4))).toEqual(['░░░░', '█░░░', '██░░', '███░', '████']);
  });

  it('truncates text that is too long', () => {
    expect(fit('abcdef', 6)).toBe('abcdef');
    expect(fit('abc def', 5)).toBe('abc…');
  });

  it('wraps text between words', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b']);
  });

  it('spells out counts', () => {
    expect([count(0, 'control'), count(1, 'control'), count(2, 'control')]).toEqual([
      '0 controls',
      '1 control',
      '2 controls',
    ]);
  });

  it('removes control sequences from the text of a report', () => {
    expect(printable('a\u001b[31mb\r\nc\u202ed\u0007 ')).toBe('a [31mb c d');
  });
});

describe('the progress line', () => {
  it('is one redrawn line on a terminal, and the last state remains', () => {
    const { screen, written } = screenOn({ isTTY: true, columns: 80 });
    const line = new ProgressLine(screen);
    for (const percent of [0, 1, 2]) line.draw(progress(percent));
    line.draw(progress(100, 'completed'));
    screen.print('after');
    const [drawn = '', after] = written().split('\n');
    const frames = drawn.split('\r').slice(1);
    expect(frames.map((frame) => /(\d+) %/.exec(frame)?.[1])).toEqual(['0', '1', '2', '100']);
    expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(80);
    // A shorter frame blanks out what a longer one left.
    expect(frames[3]?.length).toBe(frames[2]?.length);
    expect(after).toBe('  after');
  });

  it('is a line every five percent without a terminal, and one for the end', () => {
    const { screen, written } = screenOn({});
    const line = new ProgressLine(screen);
    for (const percent of [0, 1, 4, 5, 9, 10, 97]) line.draw(progress(percent));
    line.draw(progress(100, 'completed'));
    line.draw(progress(100, 'completed'));
    const text = written();
    expect([...text.matchAll(/(\d+) %/g)].map(([, percent]) => percent)).toEqual(['0', '5', '10', '97', '100']);
    expect(text).not.toContain('\r');
  });
});

describe('a step', () => {
  it('replaces the progress line, with its interface at the right', () => {
    const { screen, written } = screenOn({ isTTY: true, columns: 64 });
    screen.live('Starting …');
    screen.step('Started', 'GET /readyz');
    const last = written().split('\r').at(-1);
    expect(last).toBe(`  ✓ Started${' '.repeat(58 - 'Started'.length - 'GET /readyz'.length)}GET /readyz\n`);
  });

  it('takes two lines when one is too narrow', () => {
    const { screen, written } = screenOn({ columns: 64 });
    screen.step('x'.repeat(50), 'POST /api/scans/trigger');
    expect(written()).toBe(`  ✓ ${'x'.repeat(50)}\n    POST /api/scans/trigger\n`);
  });
});
