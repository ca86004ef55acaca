import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { operationOf } from '../rest/json-server.js';
import type { Refusals } from './refusals.js';

/** The connectors' network, reaching this machine, whose requests end as after a timeout where the server is silent. */
export class ObservedNetwork extends GuardedNetwork {
  constructor(private readonly refusals: Refusals) {
    super({ allowsPrivate: true });
  }

  override fetch(url: string, init: Init = {}): ReturnType<GuardedNetwork['fetch']> {
    return this.observed(url, init, (observed) => super.fetch(url, observed));
  }

  override trusting(ca: string): GuardedNetwork {
    const other = super.trusting(ca);
    const fetch = other.fetch.bind(other);
    other.fetch = (url: string, init?: Init) => this.observed(url, init ?? {}, (observed) => fetch(url, observed));
    return other;
  }

  private observed<T>(url: string, init: Init, send: (init: Init) => Promise<T>): Promise<T> {
    const { signal: own, method = 'GET' } = init;
    return this.refusals.awaiting(operationOf(method, new URL(url)), (silent) =>
      send({ ...init, signal: own ? AbortSignal.any([own, silent]) : silent }),
    );
  }
}

/** The same for a connector whose system has a protocol of its own: every connection goes to one port of this machine. */
export class ObservedConnections extends GuardedNetwork {
  constructor(
    private readonly refusals: Refusals,
    private readonly port: number,
  ) {
    super({ allowsPrivate: true });
  }

  override async connect(to: Parameters<GuardedNetwork['connect']>[0]): ReturnType<GuardedNetwork['connect']> {
    return this.refusals.observe(await super.connect({ ...to, port: this.port }));
  }
}

type Init = NonNullable<Parameters<GuardedNetwork['fetch']>[1]>;
