/** First and last byte of a part of an object, from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An object, or a part of it. */
export interface ObjectReference {
  key: string;
  /** Null for the whole object. */
  range: ByteRange | null;
}

const PART = /^(?<key>[^;]+);bytes=(?<start>\d{1,15})-(?<end>\d{1,15})$/;

/** Text of a reference to a part of an object: `{key};bytes={first}-{last}`, the bytes as a `Range` header has them. */
export function partReference(key: string, { start, end }: ByteRange): string {
  return `${key};bytes=${start}-${end}`;
}

/** What a text refers to: that of `partReference` to a part, any other to the whole object with that key. */
export function readReference(reference: string): ObjectReference {
  const { key = reference, start, end } = PART.exec(reference)?.groups ?? {};
  if (start === undefined || Number(start) > Number(end)) return { key: reference, range: null };
  return { key, range: { start: Number(start), end: Number(end) } };
}
