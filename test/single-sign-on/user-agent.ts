/** Where a browser ended: an address that it did not follow, with the status there. */
export interface Visit {
  url: URL;
  status: number;
  text: string;
}

/** A browser without a screen: cookies by host, links and redirects, the page's own requests. */
export class UserAgent {
  /** Cookies by host, by name. */
  readonly cookies = new Map<string, Map<string, string>>();

  constructor(private readonly home: string) {}

  /** Sends a request of our own page. */
  async post(path: string, body: unknown, token: string | null = null): Promise<{ status: number; body: unknown }> {
    const response = await this.request(new URL(path, this.home), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: this.home,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  /**
   * Follows links and redirects, until a page answers or `stop` says so.
   * @param stop whether an address is not asked any more
   */
  async visit(address: string, stop: (url: URL) => boolean = () => false): Promise<Visit> {
    let url = new URL(address);
    for (let hops = 0; hops < 15; hops++) {
      if (stop(url)) return { url, status: 0, text: '' };
      const response = await this.request(url, { headers: { accept: 'text/html' } });
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) return { url, status: response.status, text };
      url = new URL(location, url);
    }
    throw new Error(`too many redirects: ${url.href}`);
  }

  /** Posts a form of another site, without our cookies: they are Lax. @returns where it leads */
  async submit(address: string, form: Record<string, string>): Promise<Visit> {
    const url = new URL(address);
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    this.keep(url, response);
    const location = response.headers.get('location');
    return {
      url: location === null ? url : new URL(location, url),
      status: response.status,
      text: await response.text(),
    };
  }

  private async request(url: URL, init: RequestInit): Promise<Response> {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.keep(url, response);
    return response;
  }

  private keep(url: URL, response: Response): void {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    this.cookies.set(url.host, jar);
  }
}
