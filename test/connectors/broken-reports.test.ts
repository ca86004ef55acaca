import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FIXTURES, fixture, problemOf, readAll, readStream } from './read-all.js';

const CHECK = '{"class_uid":2004,"status_code":"PASS","metadata":{"event_code":"c"}}';

describe.each(FIXTURES)('%s', (name) => {
  it('is refused when it is truncated at any byte', async () => {
    const whole = Buffer.from((await fixture(name)).toString().trimEnd());
    for (let length = 0; length < whole.length; length++) {
      const problem = await problemOf(whole.subarray(0, length));
      if (problem === 'read whole') throw new Error(`read whole although cut at ${length} of ${whole.length}`);
    }
    expect(await problemOf(whole)).toBe('read whole');
  });

  it('yields the same findings in chunks of any size, and compressed', async () => {
    const whole = await fixture(name);
    const expected = await readAll(whole);
    expect(expected.findings.length).toBeGreaterThan(0);
    for (const size of [1, 2, 3, 7, 64]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.subarray(index * size, (index + 1) * size),
      );
      expect(await readAll(pieces)).toEqual(expected);
    }
    expect(await readAll(gzipSync(whole))).toEqual(expected);
  });

  it('is refused when it continues after its end', async () => {
    const whole = await fixture(name);
    for (const tail of ['x', '}', ']', '<', '\0', 'null']) {
      expect(await problemOf(Buffer.concat([whole, Buffer.from(tail)]))).not.toBe('read whole');
    }
  });
});

describe('malformed JSON', () => {
  it.each([
    [`[${CHECK},]`, 'broken JSON at byte 71: a value is expected, in [1]'],
    [`[${CHECK} ${CHECK}]`, 'broken JSON at byte 71: a comma or the end of the array is expected'],
    [`[${CHECK},{"class_uid":2004,"a":tru}]`, 'broken JSON at byte 93: a value is expected, in [1].a'],
    [
      `[${CHECK},{"a":{"b":[1,2 3]}}]`,
      'broken JSON at byte 86: a comma or the end of the array is expected, in [1].a.b',
    ],
    [`[${CHECK},{"a" 1}]`, 'broken JSON at byte 76: a colon is expected, in [1]'],
    [`[${CHECK},{a:1}]`, 'broken JSON at byte 72: a key in double quotes is expected, in [1]'],
    [`[${CHECK},{"a":01}]`, 'broken JSON at byte 76: a value is expected, in [1].a'],
    [`[${CHECK},{"a":"tab\tin text"}]`, 'broken JSON at byte 76: a value is expected, in [1].a'],
    [`[${CHECK},{"a":[1}]`, 'broken JSON at byte 78: a comma or the end of the array is expected, in [1].a'],
    [`[${CHECK}`, 'the file ends early, at byte 70'],
    [`[${CHECK},{"a":"b`, 'the file ends early, at byte 78, in [1].a'],
    [`[${CHECK}}`, 'broken JSON at byte 70: a comma or the end of the array is expected'],
    [`[${CHECK}]]`, 'the report ends, but more follows at byte 71'],
    [`${CHECK}\n[]`, 'the report ends, but more follows at byte 70'],
    [`${CHECK}\n{"class_uid":`, 'the file ends early, at byte 83, in record 2.class_uid'],
    [
      `{"runs":[{"tool":{"driver":{"x":[1,}]}}}]}`,
      'broken JSON at byte 35: a value is expected, in runs[0].tool.driver.x[1]',
    ],
  ])('%# is refused with the place', async (text, message) => {
    expect(await problemOf(text)).toBe(message);
  });

  it.each([
    [`[${CHECK},{"class_uid":2004,"status_code":"FAIL","status_code":"PASS"}]`, '[1].status_code'],
    [`[{"class_uid":2004,"metadata":{"event_code":"a","event_code":"b"}}]`, '[0].metadata.event_code'],
    [String.raw`[{"a":{"x":[{},{"\"b:":1,"\"b:":2}]}}]`, '[0].a.x[1]."b:'],
    [`{"class_uid":2004,"class_uid":2003}`, 'class_uid'],
    [`{"runs":[],"version":"2.1.0","runs":[]}`, 'runs'],
    [`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a","name":"b"}}}]}`, 'runs[0].tool.driver.name'],
    [`{"version":"2.1.0","runs":[{"results":[],"results":[]}]}`, 'runs[0].results'],
    [`{"assessment-results":{"results":[{"findings":[],"findings":[]}]}}`, 'assessment-results.results[0].findings'],
    [`{"Findings":[{"Id":"1","Compliance":{"Status":"FAILED","Status":"PASSED"}}]}`, 'Findings[0].Compliance.Status'],
  ])('%# is refused where an object has a member twice', async (text, place) => {
    for (const pieces of [[text], text.match(/.{1,3}/gs) ?? []]) {
      const problem = await problemOf(pieces.map((piece) => Buffer.from(piece)));
      expect(problem).toBe(`a member is given twice, in ${place}`);
    }
  });

  it('is read where only texts look like members given twice', async () => {
    const text = `[${CHECK.replace('"c"', String.raw`"c\",\"c\":1,\"c\":"`)},${CHECK}]`;
    expect(await problemOf(text)).toBe('read whole');
  });

  it('is refused with more members than are held, without holding them', async () => {
    const members = Array.from({ length: 10_001 }, (_, index) => `"m${index}":1`).join(',');
    expect(await problemOf(`{"version":"2.1.0","runs":[],${members}}`)).toBe(
      'an object has more than 10000 members, in m9998',
    );
    expect(await problemOf(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a","x":{${members}}}}}]}`)).toBe(
      'read whole',
    );
  });

  it('is refused where it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`[${CHECK},{"a":"`), Buffer.from([0xc3, 0x28]), Buffer.from('"}]')]);
    expect(await problemOf(bytes)).toBe('broken JSON at byte 76: the text is not UTF-8, in [1].a');
  });

  it('is refused without quoting credentials', async () => {
    expect(await problemOf('{"AKIAIOSFODNN7EXAMPLE":1}')).toMatch(/with the keys \[redacted\]/);
  });
});

describe('a file that is not a report', () => {
  it.each([
    ['', 'the file is empty'],
    [' \n\t ', 'the file is empty'],
    ['\uFEFF', 'the file is empty'],
    ['hello', /^the format was not recognized: neither JSON nor XML/],
    ['42', /^the format was not recognized: neither JSON nor XML/],
    ['PK\u0003\u0004', /^the format was not recognized: neither JSON nor XML/],
    ['[]', /^the format was not recognized: a list without any finding/],
    ['{}', /^the format was not recognized: JSON with no keys/],
    [
      '{"Controls":[{"id":"1","tests":[]}],"Totals":{}}',
      /^the format was not recognized: JSON with the keys Controls, Totals/,
    ],
    ['[{"id":1}]', /^the format was not recognized: JSON with the keys id/],
    ['["text"]', '[0] must be an object, not text'],
    ['{"detail":{"service":"x"}}', /^the format was not recognized: JSON with the keys service/],
    ['{"runs":"none"}', /^the format was not recognized: JSON with the keys runs/],
    ['{"Findings":[7]}', 'Findings[0] must be an object, not a number'],
  ])('%# is refused', async (text, message) => {
    const problem = await problemOf(text);
    if (typeof message === 'string') expect(problem).toBe(message);
    else expect(problem).toMatch(message);
  });

  it('is refused in UTF-16, with or without a byte order mark', async () => {
    const little = Buffer.from(`[${CHECK}]`, 'utf16le');
    for (const bytes of [
      little,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.from(little).swap16(),
      Buffer.from([0xfe, 0xff, 0, 0x5b]),
    ]) {
      expect(await problemOf(bytes)).toBe('the text is in UTF-16 or UTF-32; reports are read in UTF-8');
    }
  });
});

describe('a compressed report', () => {
  it('is refused when it is truncated, damaged, or followed by anything', async () => {
    const zipped = gzipSync(`[${CHECK}]`);
    for (let length = 1; length < zipped.length; length++) {
      expect(await problemOf(zipped.subarray(0, length))).not.toBe('read whole');
    }
    const damaged = Buffer.from(zipped);
    damaged[zipped.length - 6] = ~(damaged[zipped.length - 6] ?? 0) & 0xff; // its checksum
    expect(await problemOf(damaged)).toMatch(/^the gzip stream is broken at byte \d+ of the upload/);
    for (const tail of ['x', 'x'.repeat(50), '\0', '\0'.repeat(50), '\0x', '\n']) {
      expect(await problemOf(Buffer.concat([zipped, Buffer.from(tail)]))).toMatch(
        /^the gzip stream (?:is broken|ends)/,
      );
      expect(await problemOf([zipped, Buffer.from(tail)])).toMatch(/^the gzip stream (?:is broken|ends)/);
    }
    expect(await problemOf(gzipSync(zipped))).toMatch(/neither JSON nor XML/);
  });

  it('may have several gzip members', async () => {
    const zipped = Buffer.concat([gzipSync(`${CHECK}\n`), gzipSync(`${CHECK}\n`)]);
    expect((await readAll(zipped)).findings).toHaveLength(2);
  });

  it('is limited by its decompressed size', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('['), Buffer.alloc(64 * 2 ** 20, 0x20)])); // 64 MiB in 64 KiB
    expect(bomb.length).toBeLessThan(100_000);
    expect(await problemOf(bomb, { decompressedBytesMax: 2 ** 20 })).toBe('the report is larger than 1 MiB');
  });
});

describe('limits', () => {
  it('refuse an element that is too large, and an object that is not recognized as a report', async () => {
    const options = { elementBytesMax: 1_000 };
    const long = 'x'.repeat(2_000);
    expect(await problemOf(`[${CHECK},{"a":"${long}"}]`, options)).toBe(
      'one element is larger than 1000 bytes: it begins at byte 71, in [1]',
    );
    expect(await problemOf(`[${CHECK},{"a":"${long}`, options)).toMatch(/^one element is larger/);
    const object = `{${Array.from({ length: 50 }, (_, index) => `"k${index}":"${'x'.repeat(50)}"`).join(',')}}`;
    expect(await problemOf(object, options)).toMatch(/^the format was not recognized: 1000 bytes of one object/);
  });

  it('do not apply to skipped values', async () => {
    const skipped = `[${Array<string>(5_000).fill('{"a":[1,2,{"b":null}]}').join(',')}]`;
    const log = `{"runs":[{"invocations":${skipped},"results":[{"ruleId":"r"}]}],"version":"2.1.0"}`;
    expect((await readAll(log, { elementBytesMax: 10_000 })).findings).toHaveLength(1);
  });

  it('refuse an endless report', async () => {
    function* endless() {
      for (let text = '['; ; text = ',') yield Buffer.from(`${text}${CHECK}`);
    }
    const input = Readable.from(endless());
    await expect(readStream(input, { decompressedBytesMax: 2 ** 20 })).rejects.toMatchObject({
      details: [{ field: '/file', message: 'the report is larger than 1 MiB' }],
    });
    expect(input.destroyed).toBe(true);
  });

  it('refuse deep nesting without a stack overflow', async () => {
    expect(await problemOf(`{"runs":[{"x":${'['.repeat(100_000)}`)).toMatch(/^nested deeper than 200 levels/);
    expect(await problemOf('{"detail":'.repeat(100_000))).toMatch(/^nested deeper than 200 levels/);
    const deep = `[${CHECK.slice(0, -1)},"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]`;
    expect((await readAll(deep)).findings).toHaveLength(1);
  });

  it('refuse a sender that pauses too long', async () => {
    const input = new PassThrough();
    input.write(`[${CHECK}`);
    const reading = readStream(input, { idleMsMax: 30 });
    await expect(reading).rejects.toMatchObject({
      details: [{ field: '/file', message: 'the upload stopped: no byte came for 0.03 seconds' }],
    });
    expect(input.destroyed).toBe(true);
  });

  it('are not blamed for an aborted upload', async () => {
    const input = new PassThrough();
    input.write(`[${CHECK}`);
    const reading = readStream(input);
    input.destroy();
    await expect(reading).rejects.toMatchObject({
      details: [{ message: 'the upload ended before the end of the file' }],
    });
  });

  it('do not replace an error of the storage', async () => {
    const failing = new Readable({ read() { this.destroy(new Error('disk')); } }); // prettier-ignore
    await expect(readStream(failing)).rejects.toThrow('disk');
    const zipped = new Readable({ read() { this.push(Buffer.from([0x1f, 0x8b, 8])); this.destroy(new Error('disk')); } }); // prettier-ignore
    await expect(readStream(zipped)).rejects.toThrow('disk');
  });
});
