import type { SaxesTagNS } from 'saxes';
import type { Finding } from '../finding.js';
import { findingsOf } from './draft.js';
import { unreadable, unrecognized } from './report-error.js';
import type { ReportContext } from './report-format.js';
import { resultDraft, type TestResult } from './xccdf-result.js';
import { XccdfRules } from './xccdf-rules.js';
import { XmlCapture, type XmlElement } from './xml-element.js';
import { parseXml, type XmlHandler } from './xml-parser.js';

const XCCDF = 'http://checklists.nist.gov/xccdf/1.';
const ARF = 'http://scap.nist.gov/schema/asset-reporting-format/';
/** Elements that are read whole; all others are only traversed. */
const TAKEN: readonly string[] = ['Rule', 'target', 'rule-result'];

/**
 * Streams the findings of an XCCDF 1.1 or 1.2 TestResult: alone, in its Benchmark, or any number of them in an asset
 * report collection (ARF), whatever prefix the namespaces have. Rules are held in memory, reduced to what findings
 * need; in all these documents they precede the results.
 * @throws {AppError} VALIDATION_FAILED with line and column
 */
export async function* readXccdf(bytes: AsyncIterable<Buffer>, context: ReportContext): AsyncGenerator<Finding> {
  const reader = new XccdfReader(context);
  yield* parseXml(bytes, reader, context.elementBytesMax);
  if (!reader.hasTestResult) throw unreadable('the document holds no TestResult: it is a checklist, not a report');
}

class XccdfReader implements XmlHandler<Finding> {
  hasTestResult = false;
  private findings: Finding[] = [];
  private readonly rules = new XccdfRules();
  private readonly capture: XmlCapture;
  private result: TestResult | null = null;

  constructor(private readonly context: ReportContext) {
    this.capture = new XmlCapture(context.elementBytesMax);
  }

  open(tag: SaxesTagNS, place: string): void {
    if (this.context.format === null) this.recognizeRoot(tag);
    if (this.capture.isOpen) this.capture.open(tag, place);
    else if (tag.uri.startsWith(XCCDF)) this.openXccdf(tag, place);
  }

  text(text: string): void {
    if (this.capture.isOpen) this.capture.text(text);
  }

  close(tag: SaxesTagNS): void {
    if (this.capture.isOpen) {
      const element = this.capture.close();
      if (element !== null) this.take(element);
    } else if (tag.local === 'TestResult' && tag.uri.startsWith(XCCDF)) this.result = null;
  }

  taken(): Finding[] {
    const findings = this.findings;
    this.findings = [];
    return findings;
  }

  private recognizeRoot(tag: SaxesTagNS): void {
    const isXccdf = tag.uri.startsWith(XCCDF) && (tag.local === 'TestResult' || tag.local === 'Benchmark');
    const isArf = tag.uri.startsWith(ARF) && tag.local === 'asset-report-collection';
    if (!isXccdf && !isArf)
      throw unrecognized(
        `XML with the root element ${tag.name.slice(0, 60)} in the namespace "${tag.uri.slice(0, 120)}"`,
      );
    this.context.recognize('xccdf');
  }

  private openXccdf(tag: SaxesTagNS, place: string): void {
    if (tag.local === 'TestResult') {
      this.hasTestResult = true;
      this.result = { target: null, endTime: tag.attributes['end-time']?.value ?? null };
    } else if (TAKEN.includes(tag.local)) this.capture.open(tag, place);
  }

  private take(element: XmlElement): void {
    if (element.name === 'Rule') this.rules.add(element);
    else if (this.result === null) throw unreadable(`${element.name} outside of a TestResult at ${element.place}`);
    else if (element.name === 'target') this.result.target ??= element.text.trim() || null;
    else {
      const draft = resultDraft(element, this.result, this.rules);
      if (draft !== null) this.findings.push(...findingsOf(draft));
    }
  }
}
