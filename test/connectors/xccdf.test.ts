import { describe, expect, it } from 'vitest';
import { fixture, problemOf, readAll, requirements, verdicts } from './read-all.js';

const OPEN = '<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2" id="t"><target>h</target>';
const RESULT = '<rule-result idref="r"><result>pass</result></rule-result>';

describe('an XCCDF report', () => {
  it('yields the verdicts, unknown ones too, of a single TestResult of version 1.1 with a namespace prefix', async () => {
    const { format, findings } = await readAll(await fixture('testresult-1.1.xml'));
    expect(format).toBe('xccdf');
    expect(verdicts(findings)).toEqual([
      'fail SV-1r2_rule vm-1.example',
      'pass package_aide_installed vm-1.example',
      'pass r-fixed vm-1.example//etc/a',
      'not_applicable r-na -',
      'unknown r-error vm-1.example',
      'unknown r-unknown vm-1.example',
      'unknown r-notchecked vm-1.example',
    ]);
    expect(findings[0]).toMatchObject({
      check: { scanner: 'openscap', severity: 'high', requirements: [{ framework: 'CCI', id: 'CCI-000366' }] },
      resource: { name: 'vm-1.example', type: 'host', region: null, account: null },
      summary: 'The file is world-writable & odd.',
      detectedAt: '2026-11-21T00:28:17.000Z',
    });
    expect(findings[1]).toMatchObject({
      summary: 'package_aide_installed: met',
      detectedAt: '2026-11-21T00:28:18.000Z', // the run's end, which names no zone
    });
  });

  it('joins results with the rules of their Benchmark', async () => {
    const { findings } = await readAll(await fixture('benchmark-1.2.xml'));
    expect(verdicts(findings)).toEqual(['fail sshd_set_idle_timeout vm-1']);
    expect(findings[0]?.check).toMatchObject({ title: 'Set idle timeout SSH', severity: 'medium' });
    expect(requirements(findings[0])).toEqual([
      'ISO27001-2013 A.11.2.6',
      'PCI DSS 4.0 8.2.8',
      'PCI DSS 4.0 8.2',
      'NIST-800-53-Revision-4 AC-12',
      'https://example.org/house-rules HR-7',
      'CCE CCE-80906-1',
    ]);
  });

  it('yields every TestResult of an ARF, and ignores other namespaces', async () => {
    const { format, findings } = await readAll(await fixture('arf.xml'));
    expect(format).toBe('xccdf');
    expect(verdicts(findings)).toEqual(['pass rule-1 host-a', 'fail rule-1 host-b']);
    expect(findings[1]?.check).toMatchObject({ title: 'First rule', severity: 'high' });
    expect(requirements(findings[1])).toEqual(['HIPAA 164.308(a)(1)(ii)(D)']);
  });

  it('is read in Latin-1 where it declares that', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${OPEN.replace('>h<', '>h\u00e4<')}${RESULT}</TestResult>`;
    const { findings } = await readAll(Buffer.from(text, 'latin1'));
    expect(findings[0]?.resource?.id).toBe('h\u00e4');
    expect(await problemOf(text.replace('ISO-8859-1', 'EBCDIC-CP-US'))).toBe(
      'the report is in ebcdic-cp-us; reports are read in UTF-8',
    );
  });

  it('is refused with a document type, so that entity bombs and external entities are not expanded', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${OPEN}&b;</TestResult>`;
    const external = `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd">${OPEN}</TestResult>`;
    for (const text of [bomb, external])
      expect(await problemOf(text)).toMatch(/^the report has a document type \(DOCTYPE\) at line 1, column \d+/);
    expect(await problemOf(`${OPEN}&undeclared;</TestResult>`)).toMatch(
      /^broken XML at line 1, column \d+: undefined entity/,
    );
  });

  it('is refused with line and column of the error', async () => {
    const file = (inner: string) => `${OPEN}\n${inner}</TestResult>`;
    expect(await problemOf(file('<rule-result><result>pass</result></rule-result>'))).toBe(
      'a rule-result without idref at line 2, column 14',
    );
    expect(await problemOf(file('<rule-result idref="r"><result>maybe</result></rule-result>'))).toMatch(
      /^a rule-result without a known result at line 2,/,
    );
    expect(await problemOf(file('<rule-result idref="r"/>'))).toMatch(/^a rule-result without a known result/);
    expect(await problemOf(file('<rule-result idref="r"><result>pass</x>'))).toMatch(
      /^broken XML at line 2, column \d+: unexpected close tag/,
    );
    expect(await problemOf(`${OPEN}</TestResult>more`)).toMatch(/^broken XML at line 1/);
    expect(await problemOf(`${OPEN}</TestResult><a/>`)).toMatch(/^broken XML at line 1/);
    expect(await problemOf('<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2"></Benchmark>')).toMatch(
      /^the document holds no TestResult/,
    );
    expect(await problemOf('<NessusClientData_v2></NessusClientData_v2>')).toMatch(
      /^the format was not recognized: XML with the root element NessusClientData_v2/,
    );
    expect(await problemOf('<TestResult></TestResult>')).toMatch(/^the format was not recognized/);
  });

  it('is refused beyond the limits of an element, a text and the nesting', async () => {
    const options = { elementBytesMax: 200_000 };
    const long = 'x'.repeat(300_000);
    expect(await problemOf(`${OPEN}<rule-result idref="r"><message>${long}</message>`, options)).toMatch(
      /^one element is larger than 200000 bytes: rule-result at|^a text or tag is larger than/,
    );
    expect(await problemOf(`${OPEN}<a b="${long}"/></TestResult>`, options)).toMatch(
      /^a text or tag is larger than 200000 bytes at line 1/,
    );
    expect(await problemOf(`${OPEN}<rule-result idref="r">${'<x/>'.repeat(4_000)}</rule-result>`, options)).toMatch(
      /^one element is larger/,
    );
    expect(await problemOf(`${OPEN}${'<x>'.repeat(300)}`)).toMatch(/^nested deeper than 200 levels/);
  });
});
