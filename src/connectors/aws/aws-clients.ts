import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SECOND } from '../../platform/clock.js';

/** An access key, permanent or temporary. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
}

const CONNECT_TIMEOUT_MS = 5 * SECOND;
const SOCKETS_MAX = 50;

/** Options that all clients of a collection share. */
export interface AwsClientsOptions {
  /** Null for the service's own: the default provider chain of the SDK. */
  credentials: AwsCredentials | (() => Promise<AwsCredentials>) | null;
  /** Endpoint of every service in place of AWS, set by the operator only. */
  endpoint: string | null;
  signal: AbortSignal;
  /** Attempts of one call, the first included. */
  attemptsMax: number;
  /** Longest wait for one response. Milliseconds. */
  requestTimeoutMs: number;
}

/** Options of every client of the SDK. */
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

/** The part of the SDK's clients that is used here. */
export interface AwsClient {
  middlewareStack: {
    add(middleware: Middleware, options: { step: 'initialize'; priority: 'high'; name: string }): void;
  };
}

type Middleware = <Next extends (args: never) => Promise<unknown>>(
  next: Next,
  context: { commandName?: string },
) => Next;

/** Creates SDK clients that share connections and retry settings, and whose requests abort with the collection. */
export class AwsClients {
  private readonly handler: NodeHttpHandler;
  private readonly operations = new WeakMap<Error, string>();

  constructor(private readonly options: AwsClientsOptions) {
    const { endpoint } = options;
    this.handler = new AbortingHandler(endpoint === null ? null : new URL(endpoint), options);
  }

  /** Creates a client of a service in a region. */
  create<Client extends AwsClient>(Class: ClientClass<Client>, region: string): Client {
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
    client.middlewareStack.add(this.recordOperation, { step: 'initialize', priority: 'high', name: 'recordOperation' });
    return client;
  }

  /** Credentials, and the handler that sends signed requests, for services without a client. */
  async signing(): Promise<{ credentials: AwsCredentials; handler: NodeHttpHandler; endpoint: string | null }> {
    const { credentials, endpoint } = this.options;
    if (credentials === null) throw new Error('the credentials of the service sign no calls of their own');
    const current = typeof credentials === 'function' ? await credentials() : credentials;
    return { credentials: current, handler: this.handler, endpoint };
  }

  /** Records the operation that an error is of, for calls that no client made. */
  recordFailure(err: Error, operation: string): void {
    this.operations.set(err, operation);
  }

  /** Operation that failed with an error: `ListUsers`; null where none of these clients threw it. */
  operationOf(err: unknown): string | null {
    return err instanceof Error ? (this.operations.get(err) ?? null) : null;
  }

  private readonly recordOperation: Middleware = (next, { commandName = '' }) =>
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

  /** Closes idle connections. */
  close(): void {
    this.handler.destroy();
  }
}

/** Aborts requests with the collection and, where the operator sets an endpoint, sends them there whatever their service. */
class AbortingHandler extends NodeHttpHandler {
  private readonly signal: AbortSignal;

  constructor(
    private readonly target: URL | null,
    { signal, requestTimeoutMs }: Pick<AwsClientsOptions, 'signal' | 'requestTimeoutMs'>,
  ) {
    super({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
    });
    this.signal = signal;
  }

  override handle(
    request: Parameters<NodeHttpHandler['handle']>[0],
    options?: Parameters<NodeHttpHandler['handle']>[1],
  ): ReturnType<NodeHttpHandler['handle']> {
    if (this.target) {
      // Some services prefix the host with the account or the bucket.
      request.hostname = this.target.hostname;
    }
    return super.handle(request, { ...options, abortSignal: this.signal });
  }
}
