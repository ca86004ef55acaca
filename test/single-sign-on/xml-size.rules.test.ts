import { describe, expect, it } from 'vitest';
import { xmlExcess, xmlSize } from '../../src/modules/single-sign-on/xml-size.rules.js';

/** Limits of a SAML response. Source: schema/contract/limits.md. */
const [BYTES_MAX, ELEMENTS_MAX, ATTRIBUTES_MAX, OF_ONE_MAX, DEPTH_MAX] = [65_536, 200, 400, 16, 16];

describe('the size of an XML document', () => {
  it('counts elements, comments, instructions, sections, attributes and levels', () => {
    const xml = `<?xml version="1.0"?><a x="1" y='>'><!-- <z> --><p:b\n p:c = "d"/>text &lt;e><![CDATA[<f g="h">]]></a >`;
    // <?, <a>, <!--, <p:b/>, <![CDATA[; x, y, p:c.
    expect(xmlSize(xml)).toEqual({ elements: 5, attributes: 3, attributesOfOne: 2, depth: 2 });
  });

  it.each([
    ['an attribute without a value', '<a b/>'],
    ['a value without quotation marks', '<a b=c/>'],
    ['a value with a bracket', '<a b="<c/>"/>'],
    ['attributes without a space between', '<a b="1"c="2"/>'],
    ['a tag that does not end', '<a'],
    ['a comment that does not end', '<a><!-- </a>'],
    ['a bracket alone', '<a> < </a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
  ])('is not known of what a parser would have to repair: %s', (_what, xml) => {
    expect(xmlSize(xml)).toBeNull();
    expect(xmlExcess(xml)).toBe('the response is not well-formed XML');
  });

  const around = (content: string) => `<a>${content}</a>`;
  const list = (count: number) => Array.from({ length: count }, (_, no) => ` b${no}="c"`);
  const levels = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count);

  it.each<[string, (count: number) => string, number]>([
    // <a>, </a> and characters of two bytes.
    ['bytes', (count) => around('é'.repeat((count - 7) / 2)), BYTES_MAX - 1],
    ['elements', (count) => around('<b/>'.repeat(count - 1)), ELEMENTS_MAX],
    ['comments', (count) => around('<!---->'.repeat(count - 1)), ELEMENTS_MAX],
    ['instructions', (count) => around('<?b?>'.repeat(count - 1)), ELEMENTS_MAX],
    ['attributes of one', (count) => `<a${list(count).join('')}/>`, OF_ONE_MAX],
    ['levels', levels, DEPTH_MAX],
  ])('may have so many %s and no more', (_what, document, max) => {
    expect(xmlExcess(document(max))).toBeNull();
    expect(xmlExcess(document(max + 2))).toContain('the response');
  });

  it('may have so many attributes and no more', () => {
    const document = (count: number) => around(`<b${list(10).join('')}/>`.repeat(count / 10));
    expect(xmlExcess(document(ATTRIBUTES_MAX))).toBeNull();
    expect(xmlExcess(document(ATTRIBUTES_MAX + 10))).toBe('the response has more than 400 attributes');
  });

  it('is not counted beyond its limits', () => {
    const xml = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="r">' + '<a/>'.repeat(8_000);
    expect(xmlSize(xml)?.elements).toBe(ELEMENTS_MAX + 1);
    expect(xmlExcess(xml)).toBe('the response has more than 200 elements');
  });
});
