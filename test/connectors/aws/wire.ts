/** The protocols that the services of AWS speak. */
export const PROTOCOLS = ['query', 'ec2', 'json', 'rest-json', 'rest-xml'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

interface Body {
  type: string;
  bytes: string;
}

/** A recorded body as a service sends it. */
export function encoded(body: unknown, protocol: Protocol): Body {
  // AWS sends XML without the white space that makes a recording readable.
  if (typeof body === 'string') return { type: typeOf(protocol), bytes: body.trim().replace(/>\s+</g, '><') };
  return { type: typeOf(protocol), bytes: JSON.stringify(body) };
}

/** An error as a service sends it. */
export function errorBody(code: string, message: string, protocol: Protocol): Body {
  const inner = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  switch (protocol) {
    case 'query':
      return encoded(`<ErrorResponse>${inner}<RequestId>recorded</RequestId></ErrorResponse>`, protocol);
    case 'ec2':
      return encoded(`<Response><Errors>${inner}</Errors><RequestID>recorded</RequestID></Response>`, protocol);
    case 'rest-xml':
      return encoded(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`, protocol);
    case 'json':
    case 'rest-json':
      return encoded({ __type: code, message, Message: message }, protocol);
  }
}

function typeOf(protocol: Protocol): string {
  switch (protocol) {
    case 'query':
    case 'ec2':
    case 'rest-xml':
      return 'text/xml';
    case 'json':
      return 'application/x-amz-json-1.1';
    case 'rest-json':
      return 'application/json';
  }
}
