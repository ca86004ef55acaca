import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { from, switchMap } from 'rxjs';
import { at, EARLY_MS, send, text } from '../../../session/session';

const OPEN = 'mutation ($input: OpenAuditorLinkInput!) { openAuditorLink(input: $input) { token expiresAt } }';

/** The secret of a link opens nothing, with the reason in words of the service. */
export class LinkRefused extends Error {
  /** Whether it is wrong, has expired or was revoked: the service does not say which. */
  readonly isWrong: boolean;

  constructor(message = '', code = '') {
    super(message);
    this.isWrong = code === 'INVALID_CREDENTIALS';
  }
}

interface Opened {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Client of an external auditor: apart from that of members, with the token that the secret of a link is exchanged for. */
export function createAuditorClient(secret: string): ApolloClient {
  let opened: Promise<Opened> | null = null;
  /** The token, exchanged again before it expires. @throws {LinkRefused} */
  const tokenOf = async (): Promise<string> => {
    opened ??= open(secret);
    const { token, expiresAt } = await opened;
    if (expiresAt - Date.now() > EARLY_MS) return token;
    opened = open(secret);
    return (await opened).token;
  };
  const authorized = new ApolloLink((operation, forward) =>
    from(tokenOf()).pipe(
      switchMap((token) => {
        operation.setContext({ headers: { Authorization: `Bearer ${token}` } });
        return forward(operation);
      }),
    ),
  );
  return new ApolloClient({
    link: authorized.concat(new HttpLink({ uri: '/graphql' })),
    cache: new InMemoryCache(),
    // Each view is in the audit trail of the organization: what is known here is not asked for again.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-first' } },
  });
}

async function open(secret: string): Promise<Opened> {
  const answer = await send(OPEN, { input: { secret } });
  if (answer === null) throw new LinkRefused();
  const link = at(answer, 'data', 'openAuditorLink');
  const token = text(at(link, 'token'));
  if (token === '') {
    const refused = at(answer, 'errors', '0');
    throw new LinkRefused(text(at(refused, 'message')), text(at(refused, 'extensions', 'code')));
  }
  return { token, expiresAt: Date.parse(text(at(link, 'expiresAt'))) };
}
