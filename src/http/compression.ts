import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';

/** Smallest body that is compressed, where its length is known. Bytes. Source: our choice; below it the headers outweigh the gain. */
const THRESHOLD_BYTES = 1_024;
/** Cost beside size, as for answers computed again for each request. Source: RFC 7932 leaves it to the encoder; 4 of 11 is its usual choice. */
const BROTLI_QUALITY = 4;

/** What is compressed: JSON, lists and text. Not event streams, whose events would wait in the encoder's buffer. */
function isCompressible(type: string): boolean {
  return /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(csv|plain|html))\b/.test(type);
}

/**
 * Compresses responses by Brotli or gzip, as the client accepts (RFC 9110, section 12.5.3). Answers with secrets go only to callers who
 * prove themselves by a header, which no other site's page can make a browser send: what was learnt from compressed lengths
 * (BREACH) needs such requests.
 */
export function compression(): Middleware {
  return compress({
    filter: isCompressible,
    threshold: THRESHOLD_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zstd: false,
    deflate: false,
  });
}
