/** Name and value of a header: a token, and what is no delimiter of the list. Source: RFC 9110, section 5.6.2; W3C Baggage, section 3.3. */
const HEADER = /^\s*[!#$%&'*+.^`|~\w-]+\s*=([^;]+)$/;

/**
 * Whether `text` is a list of headers such as `api-key=abc,x-scope=one%2Ctwo`, values with percent-encoding. The SDK would leave out the
 * others, and a collector refuse everything without its key. Source: OpenTelemetry protocol exporter, "Specifying headers via environment
 * variables".
 */
export function areHeaders(text: string): boolean {
  return text.split(',').every((entry) => {
    const value = HEADER.exec(entry)?.[1]?.trim() ?? '';
    return value !== '' && isDecodable(value);
  });
}

function isDecodable(value: string): boolean {
  try {
    // No line breaks and other control characters, which no header may have.
    return /^[\t\x20-\x7e\x80-\xff]*$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}
