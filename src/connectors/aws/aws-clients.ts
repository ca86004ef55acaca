import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SECOND } from '../../platform/clock.js';
import type { CallTime, CollectTime } from '../collect-time.js';

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
  /** Attempts of one call, the first included. */
  attemptsMax: number;
  /** Time of the collection, or of one part of it. */
  time: CollectTime;
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
    add: AddMiddleware<'initialize'> & AddMiddleware<'deserialize'>;
  };
}

/** Places middleware first in a step of the call. */
type AddMiddleware<Step> = (middleware: Middleware, options: { step: Step; priority: 'high'; name: string }) => void;

type Middleware = <Next extends (args: never) => Promise<unknown>>(
  next: Next,
  context: { commandName?: string },
) => Next;

/** Creates SDK clients that share connections and retry settings, and whose requests end with their time. */
export class AwsClients {
  /** Time of each call that is under way, by the context that the SDK gives to all of its middleware. */
  private readonly calls = new WeakMap<object, CallTime>();

  private constructor(
    private readonly options: AwsClientsOptions,
    private readonly handler: EndingHandler,
    private readonly operations: WeakMap<Error, string>,
  ) {}

  static open(options: AwsClientsOptions): AwsClients {
    const { endpoint } = options;
    return new AwsClients(options, new EndingHandler(endpoint === null ? null : new URL(endpoint)), new WeakMap());
  }

  /** The same connections, with the time of one part. */
  within(time: CollectTime): AwsClients {
    return new AwsClients({ ...this.options, time }, this.handler, this.operations);
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
    client.middlewareStack.add(this.limitAttempt, { step: 'deserialize', priority: 'high', name: 'limitAttempt' });
    return client;
  }

  /** Begins a call that no client makes. */
  call(): CallTime {
    return this.options.time.call();
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

  /** Ends an attempt, from the request to the end of the response, when its time is over. */
  private readonly limitAttempt: Middleware = (next, context) =>
    new Proxy(next, {
      apply: (target, self, args): Promise<unknown> => {
        const call = this.calls.get(context) ?? this.options.time.call();
        return call.attempt((ended) => {
          const { request } = (args as [{ request: object }])[0];
          this.handler.endWith(request, ended);
          return Reflect.apply(target, self, args) as Promise<unknown>;
        });
      },
    });

  private readonly recordOperation: Middleware = (next, context) =>
    new Proxy(next, {
      apply: async (target, self, args): Promise<unknown> => {
        const { commandName = '' } = context;
        this.calls.set(context, this.options.time.call());
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

/** Ends requests with their time and, where the operator sets an endpoint, sends them there whatever their service. */
class EndingHandler extends NodeHttpHandler {
  private readonly ends = new WeakMap<object, AbortSignal>();

  constructor(private readonly target: URL | null) {
    super({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS_MAX },
    });
  }

  /** Lets a request that is to be sent end with a signal. */
  endWith(request: object, signal: AbortSignal): void {
    this.ends.set(request, signal);
  }

  override handle(
    request: Parameters<NodeHttpHandler['handle']>[0],
    options?: Parameters<NodeHttpHandler['handle']>[1],
  ): ReturnType<NodeHttpHandler['handle']> {
    if (this.target) {
      // Some services prefix the host with the account or the bucket.
      request.hostname = this.target.hostname;
    }
    const abortSignal = this.ends.get(request);
    return super.handle(request, { ...options, ...(abortSignal ? { abortSignal } : {}) });
  }
}
