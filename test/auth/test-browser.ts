import { Client } from '../support/client.js';

const LOG_IN =
  'mutation ($i: LoginInput!) { opened: login(input: $i, session: browser) { accessToken expiresIn user { email } } }';
const REFRESH = 'mutation { refreshSession { opened: login { accessToken expiresIn user { email } } } }';

interface Answer {
  opened?: { accessToken: string; expiresIn: number } | null;
}

/** What a page of the service is given; `code` of the error where it is refused. */
export interface Opened {
  token: string | null;
  expiresIn: number | null;
  code: string | null;
  /** The whole header, or null where none was set. */
  setCookie: string | null;
}

/** A browser on a page of the service, as far as sessions go: it sends its origin, and keeps a cookie. */
export class TestBrowser {
  /** `name=value` of the cookie; null for none. */
  cookie: string | null = null;

  constructor(
    private readonly baseUrl: string,
    /** Headers by which a browser says whose page asks. */
    private readonly site: Readonly<Record<string, string>> = { origin: baseUrl, 'sec-fetch-site': 'same-origin' },
  ) {}

  logIn(email: string, password: string, otp?: string): Promise<Opened> {
    return this.send(LOG_IN, { i: { email, password, ...(otp === undefined ? {} : { otp }) } });
  }

  /** @param cookie another one than its own */
  refresh(cookie = this.cookie): Promise<Opened> {
    return this.send(REFRESH, {}, { cookie });
  }

  /** A client with the token of an answer. */
  client({ token }: Opened): Client {
    return new Client(this.baseUrl, token);
  }

  /** Sends any operation with the cookie, and takes the cookie of the answer. */
  async send(
    query: string,
    variables: object,
    { cookie = this.cookie, token = null }: { cookie?: string | null; token?: string | null } = {},
  ): Promise<Opened> {
    const headers = { 'content-type': 'application/json', ...this.site };
    const response = await fetch(`${this.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        ...headers,
        ...(cookie === null ? {} : { cookie }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const [setCookie = null] = response.headers.getSetCookie();
    if (setCookie !== null) {
      const [pair = ''] = setCookie.split(';', 1);
      this.cookie = pair.endsWith('=') ? null : pair;
    }
    const { data, errors } = (await response.json()) as {
      data?: (Answer & { refreshSession?: Answer }) | null;
      errors?: { extensions: { code: string } }[];
    };
    const { accessToken: opened = null, expiresIn = null } = (data?.refreshSession ?? data)?.opened ?? {};
    return { token: opened, expiresIn, code: errors?.[0]?.extensions.code ?? null, setCookie };
  }
}
