import type { SaxesTagNS } from 'saxes';
import { sizeText, unreadable } from './report-error.js';

/** A small element of an XML document, by local names. */
export interface XmlElement {
  name: string;
  /** Attributes without a prefix. */
  attributes: ReadonlyMap<string, string>;
  /** Its own text, without that of its children. */
  text: string;
  children: XmlElement[];
  /** End of its opening tag: `line 12, column 7`. */
  place: string;
}

/** Builds one element at a time from the tags within it. */
export class XmlCapture {
  private readonly stack: XmlElement[] = [];
  private size = 0;

  constructor(private readonly bytesMax: number) {}

  get isOpen(): boolean {
    return this.stack.length > 0;
  }

  open(tag: SaxesTagNS, place: string): void {
    if (!this.isOpen) this.size = 0;
    const attributes = new Map<string, string>();
    for (const { prefix, local, value } of Object.values(tag.attributes)) {
      this.grow(value.length);
      if (prefix === '') attributes.set(local, value);
    }
    const element: XmlElement = { name: tag.local, attributes, text: '', children: [], place };
    this.stack.at(-1)?.children.push(element);
    this.stack.push(element);
    this.grow(tag.name.length + 64); // what an element costs even when it is empty
  }

  text(text: string): void {
    const element = this.stack.at(-1);
    if (element === undefined) return;
    element.text += text;
    this.grow(text.length);
  }

  /** The whole element at its own end, null at the end of a child. */
  close(): XmlElement | null {
    const element = this.stack.pop();
    return element !== undefined && !this.isOpen ? element : null;
  }

  private grow(chars: number): void {
    this.size += chars;
    const [outer] = this.stack;
    if (this.size <= this.bytesMax || outer === undefined) return;
    throw unreadable(`one element is larger than ${sizeText(this.bytesMax)}: ${outer.name} at ${outer.place}`);
  }
}

/** Children with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** All text within an element, that of its children after its own, or null where it is blank. */
export function textIn(element: XmlElement | undefined): string | null {
  if (element === undefined) return null;
  const text = [element.text, ...element.children.map((child) => textIn(child) ?? '')].join(' ').trim();
  return text === '' ? null : text;
}
