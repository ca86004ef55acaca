import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../src/connectors/reports/read-report.js';

const MB = 1_000_000;

/**
 * A Prowler report of `count` findings of about 5 kB, generated as it is read. `made` counts the generated findings.
 */
function longReport(count: number): { made: { bytes: number }; input: Readable } {
  const made = { bytes: 0 };
  const compliance = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`Framework-${index}`, ['1.1', '2.2', '3.3']]),
  );
  function* chunks(): Generator<Buffer> {
    for (let index = 0; index < count; index++) {
      const finding = {
        class_uid: 2004,
        status_code: index % 2 === 0 ? 'FAIL' : 'PASS',
        metadata: { event_code: `check_${index % 50}`, product: { name: 'Prowler' } },
        resources: [{ uid: `arn:aws:s3:::bucket-${index}`, data: { metadata: 'x'.repeat(3_500) } }],
        unmapped: { compliance },
      };
      const chunk = Buffer.from(`${index === 0 ? '[' : ','}${JSON.stringify(finding)}`);
      made.bytes += chunk.length;
      yield chunk;
    }
    yield Buffer.from(']');
  }
  return { made, input: Readable.from(chunks()) };
}

function isFunction(value: unknown): value is () => void {
  return typeof value === 'function';
}

describe('a long report', () => {
  it('is read in bounded memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    if (!isFunction(collectGarbage)) throw new Error('no gc');
    const usedBytes = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const { made, input } = longReport(6_000);
    const before = usedBytes();
    let most = 0;
    let count = 0;
    for await (const finding of readReport(input)) {
      count += finding.resource === null ? 0 : 1;
      if (count % 500 === 0) most = Math.max(most, usedBytes() - before);
    }
    expect(count).toBe(6_000);
    expect(made.bytes).toBeGreaterThan(30 * MB * 0.9);
    expect(most).toBeLessThan(10 * MB);
  });

  it.each(['plain', 'gzip'])('is read only as fast as a slow consumer (%s)', async (kind) => {
    const { made, input } = longReport(2_000);
    const findings = readReport(kind === 'gzip' ? input.pipe(createGzip()) : input);
    for (let taken = 0; taken < 5; taken++) await findings.next();
    const soFar = made.bytes;
    await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(made.bytes).toBeLessThan(soFar + 3 * MB); // a gzip window and the streams' buffers
    await findings.return(undefined);
    expect(input.destroyed || kind === 'gzip').toBe(true);
  });
});
