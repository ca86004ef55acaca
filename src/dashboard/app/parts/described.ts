import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { getI18n } from 'react-i18next';
import { RestError } from '../api/rest';

export interface Described {
  /** In the language of the page where the code says it all, otherwise in the words of the service. */
  message: string;
  requestId: string | null;
  /** `FORBIDDEN`, `CONFLICT` …; `UNREACHABLE` without a response; null where there is none. */
  code: string | null;
  /** Invalid fields of the input, as JSON pointers, with their errors. */
  details: readonly { field: string; message: string }[];
}

/** What a form finds wrong before it sends: shown at the fields like a refusal of the service, in the language of the page. */
export class FieldFaults extends Error {
  readonly details: Described['details'];

  /** @param faults messages by the names of fields */
  constructor(faults: Readonly<Record<string, string>>) {
    super(Object.values(faults).join(' '));
    this.details = Object.entries(faults).map(([field, message]) => ({ field: `/${field}`, message }));
  }
}

/** Codes of which the message is the same for everything. */
const GENERAL = ['NOT_FOUND', 'UNAVAILABLE', 'INTERNAL', 'UNREACHABLE'] as const;

/** An error of REST, GraphQL or the network as text for the user. */
export function described(error: unknown): Described {
  const found = foundIn(error);
  const code = GENERAL.find((each) => each === found.code);
  return code === undefined ? found : { ...found, message: getI18n().t(`common:error.${code}`) };
}

function foundIn(error: unknown): Described {
  if (error instanceof FieldFaults)
    return { message: error.message, requestId: null, code: null, details: error.details };
  if (RestError.is(error)) {
    const { message, requestId, code, details } = error;
    return { message, requestId, code, details };
  }
  if (CombinedGraphQLErrors.is(error)) return foundInAnswer(error);
  const nothing = { requestId: null, details: [] };
  // Something between the page and the service answered.
  if (ServerError.is(error)) return { ...nothing, message: error.message, code: 'UNAVAILABLE' };
  // What `fetch` throws where no answer comes.
  if (error instanceof TypeError) return { ...nothing, message: error.message, code: 'UNREACHABLE' };
  return { ...nothing, message: error instanceof Error ? error.message : String(error), code: null };
}

/** Of several errors the one that says it all, where there is one: what does not exist makes the rest invalid, too. */
function foundInAnswer({ errors }: CombinedGraphQLErrors): Described {
  const general = errors.find(({ extensions }) => GENERAL.some((code) => code === extensions?.code));
  const { requestId, code, details } = (general ?? errors[0])?.extensions ?? {};
  return {
    message: [...new Set(errors.map(({ message }) => message))].join('; '),
    requestId: typeof requestId === 'string' ? requestId : null,
    code: typeof code === 'string' ? code : null,
    details: Array.isArray(details) ? (details as Described['details']) : [],
  };
}
