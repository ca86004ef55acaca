import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SECOND } from '../../platform/clock.js';

/** An access key, or where to get one. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
}

const CONNECT_TIMEOUT_MS = 5 * SECOND;
const REQUEST_TIMEOUT_MS = 60 * SECOND;
const SOCKETS_MAX = 50;

export interface ClientsOptions {
  /** Null means the service's own: the usual chain of the SDK. */
  credentials: AwsCredentials | (() => Promise<AwsCredentials>) | null;
  /** Where every service is, instead of at AWS; set by the operator alone. */
  endpoint: string | null;
  signal: AbortSignal;
  /** How often a call is tried before it has failed. */
  attemptsMax: number;
}

/** What every client of the SDK takes. */
interface ClientConfig {
  region: string;
  credentials?: AwsCredentials | (() => Promise<AwsCredentials>);
  endpoint?: string;
  forcePathStyle: boolean;
  maxAttempts: number;
  retryMode: 'adaptive';
  requestHandler: NodeHttpHandler;
}

/** A class of the SDK: `IAMClient`. */
export type ClientClass<Client extends AwsClient> = new (config: ClientConfig) => Client;

/** What every client of the SDK is. */
export interface AwsClient {
  middlewareStack: {
    add(middleware: Middleware, options: { step: 'initialize'; priority: 'high'; name: string }): void;
  };
}

type Middleware = <Next extends (args: never) => Promise<unknown>>(
  next: Next,
  context: { commandName?: string },
) => Next;

/** Makes clients that share their connections, retry alike, and end with the collection. */
export class Clients {
  private readonly handler: NodeHttpHandler;
  private readonly operations = new WeakMap<Error, string>();

  constructor(private readonly options: ClientsOptions) {
    const { endpoint, signal } = options;
    this.handler = new EndingHandler(endpoint === null ? null : new URL(endpoint), signal);
  }

  /** A new client of the service in a region. */
  make<Client extends AwsClient>(Class: ClientClass<Client>, region: string): Client {
    const { credentials, endpoint, attemptsMax } = this.options;
    const client = new Class({
      region,
      ...(credentials === null ? {} : { credentials }),
      ...(endpoint === null ? {} : { endpoint }),
      forcePathStyle: endpoint !== null,
      maxAttempts: attemptsMax,
      retryMode: 'adaptive',
      requestHandler: this.handler,
    });
    client.middlewareStack.add(this.noteOperation, { step: 'initialize', priority: 'high', name: 'noteOperation' });
    return client;
  }

  /** The credentials, and the handler that sends what is signed with them; for services that have no client. */
  async signing(): Promise<{ credentials: AwsCredentials; handler: NodeHttpHandler; endpoint: string | null }> {
    const { credentials, endpoint } = this.options;
    if (credentials === null) throw new Error('the credentials of the service sign no calls of their own');
    const current = typeof credentials === 'function' ? await credentials() : credentials;
    return { credentials: current, handler: this.handler, endpoint };
  }

  /** Says which operation an error is of, where no client could. */
  failed(err: Error, operation: string): void {
    this.operations.set(err, operation);
  }

  /** The operation that failed with an error: `ListUsers`; null where no client of these threw it. */
  operationOf(err: unknown): string | null {
    return err instanceof Error ? (this.operations.get(err) ?? null) : null;
  }

  private readonly noteOperation: Middleware = (next, { commandName = '' }) =>
    new Proxy(next, {
      apply: async (target, self, args): Promise<unknown> => {
        try {
          return await Reflect.apply(target, self, args);
        } catch (err) {
          if (err instanceof Error) this.operations.set(err, commandName.replace(/Command$/, ''));
          throw err;
        }
      },
    });

  /** Closes the connections that are kept. */
  close(): void {
    this.handler.destroy();
  }
}

/** Requests that end with the collection and, where the operator says so, go to one address whatever their service. */
class EndingHandler extends NodeHttpHandler {
  constructor(
    private readonly target: URL | null,
    private readonly signal: AbortSignal,
  ) {
    super({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
    });
  }

  override handle(
    request: Parameters<NodeHttpHandler['handle']>[0],
    options?: Parameters<NodeHttpHandler['handle']>[1],
  ): ReturnType<NodeHttpHandler['handle']> {
    if (this.target) {
      // Some services put the account or the bucket before the host.
      request.hostname = this.target.hostname;
    }
    return super.handle(request, { ...options, abortSignal: this.signal });
  }
}
