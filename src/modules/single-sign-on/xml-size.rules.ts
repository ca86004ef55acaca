/** Our choice: a response with as many elements as there may be is shorter. Bytes. */
export const XML_BYTES_MAX = 64 * 1024;
/**
 * Elements, comments and processing instructions. The library selects by XPath, whose time is quadratic in them, for each
 * certificate: 200 take about 100 ms with four certificates, 8,000 ten seconds. A response has some thirty, and one more for each group.
 */
const ELEMENTS_MAX = 200;
/** Some providers give each value of a person's attribute three: its type, and two namespaces. */
const ATTRIBUTES_MAX = 400;
/** Of one element, namespaces included: canonical XML looks for those of all elements around each element. */
const ATTRIBUTES_OF_ONE_MAX = 16;
/** A signature within an assertion within a response has eight levels. */
const DEPTH_MAX = 16;

const NAME = String.raw`[^\s<>/="'!?&][^\s<>/="'&]*`;
const SKIPPED = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>/y;
const END = new RegExp(String.raw`</${NAME}\s*>`, 'y');
const START = new RegExp(`<${NAME}`, 'y');
const ATTRIBUTE = new RegExp(String.raw`\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*')`, 'y');
const CLOSE = /\s*(\/?)>/y;

/** Numbers of an XML document. */
export interface XmlSize {
  /** Elements, comments, processing instructions and sections of characters. */
  elements: number;
  attributes: number;
  /** Of the element that has most. */
  attributesOfOne: number;
  /** Levels of elements. */
  depth: number;
}

/**
 * Size of a document in one pass over its text, before any parser builds a tree of it; null for what is not well-formed: a parser
 * that repairs it could count more. Stops where a limit is exceeded.
 */
export function xmlSize(xml: string): XmlSize | null {
  const size: XmlSize = { elements: 0, attributes: 0, attributesOfOne: 0, depth: 0 };
  let open = 0;
  let at = xml.indexOf('<');
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (; at >= 0 && !isTooLarge(size); at = xml.indexOf('<', at)) {
    if (take(END)) {
      open -= 1;
      continue;
    }
    size.elements += 1;
    if (take(SKIPPED)) continue;
    if (!take(START)) return null;
    let attributes = 0;
    while (attributes <= ATTRIBUTES_OF_ONE_MAX && take(ATTRIBUTE)) attributes += 1;
    size.attributes += attributes;
    size.attributesOfOne = Math.max(size.attributesOfOne, attributes);
    if (attributes > ATTRIBUTES_OF_ONE_MAX) break;
    const close = take(CLOSE);
    if (!close) return null;
    size.depth = Math.max(size.depth, open + 1);
    if (close[1] === '') open += 1;
  }
  return size;
}

/** What is wrong with the size of a response; null where the library may read it. */
export function xmlExcess(xml: string): string | null {
  if (Buffer.byteLength(xml) > XML_BYTES_MAX) return 'the response is too long';
  const size = xmlSize(xml);
  if (!size) return 'the response is not well-formed XML';
  if (size.elements > ELEMENTS_MAX) return `the response has more than ${ELEMENTS_MAX} elements`;
  if (size.attributes > ATTRIBUTES_MAX) return `the response has more than ${ATTRIBUTES_MAX} attributes`;
  if (size.attributesOfOne > ATTRIBUTES_OF_ONE_MAX)
    return `an element of the response has more than ${ATTRIBUTES_OF_ONE_MAX} attributes`;
  return size.depth > DEPTH_MAX ? `the response has more than ${DEPTH_MAX} levels` : null;
}

function isTooLarge({ elements, attributes, depth }: XmlSize): boolean {
  return elements > ELEMENTS_MAX || attributes > ATTRIBUTES_MAX || depth > DEPTH_MAX;
}
