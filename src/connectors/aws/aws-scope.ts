import { DAY, type Clock } from '../../platform/clock.js';
import type { Gap, Resource } from '../resource.js';
import type { AwsSettings } from './aws-settings.js';
import type { AwsClient, ClientClass, Clients } from './aws-clients.js';
import type { PartDeclaration } from './aws-service.js';
import { actionOf, failureOf, isAnswer, sentenceOf } from './aws-error.rules.js';

/** What holds for a whole collection. */
export interface AwsSession {
  clients: Clients;
  settings: Readonly<AwsSettings>;
  /** Id of 12 digits. */
  account: string;
  /** `aws`, `aws-cn`, `aws-us-gov`: the second part of every ARN. */
  partition: string;
  /** Where global services are called. */
  homeRegion: string;
  /** Regions that are read. */
  regions: readonly string[];
  /** When the collection began; ages are counted from here. */
  startedAt: Date;
  clock: Clock;
  signal: AbortSignal;
}

/** What a collector works with: one service in one region. */
export class AwsScope {
  private readonly kept = new Map<unknown, unknown>();
  private part: PartDeclaration = { resourceTypes: [], actions: [] };
  private readonly missing = new Map<string, Gap>();

  constructor(
    readonly session: AwsSession,
    /** Where the service is called. */
    readonly region: string,
    private readonly isGlobal: boolean,
  ) {}

  get account(): string {
    return this.session.account;
  }

  /** A client of the SDK in the region of the scope, or in another. The same one for the same class and region. */
  client<Client extends AwsClient>(Class: ClientClass<Client>, region = this.region): Client {
    return this.keep(`${Class.name} ${region}`, () => this.session.clients.make(Class, region));
  }

  /** What `make` gives, made once for all the parts of the service in the region. */
  shared<T>(make: (scope: AwsScope) => T): T {
    return this.keep(make, () => make(this));
  }

  /** What the call gives, or null where AWS answers with one of these errors: something is not there or not configured. */
  async optional<T>(call: Promise<T>, names: readonly string[]): Promise<T | null> {
    try {
      return await call;
    } catch (err) {
      if (isAnswer(err, names)) return null;
      throw err;
    }
  }

  /**
   * What the call gives, or null where it is refused or fails: that is noted as a gap in the types of the part, so that
   * nothing passes for want of knowledge, and the other resources are still read.
   */
  async known<T>(call: Promise<T>): Promise<T | null> {
    try {
      return await call;
    } catch (err) {
      const failure = failureOf(err);
      if (failure === 'credentials' || failure === 'unknown') throw err;
      this.note(err);
      return null;
    }
  }

  /** A resource of the account, in the region of the scope unless its service is global or it says otherwise. */
  resource(resource: Pick<Resource, 'type' | 'id' | 'name' | 'properties'> & { region?: string | null }): Resource {
    return { region: this.isGlobal ? null : this.region, account: this.account, ...resource };
  }

  /** Days from a moment to the start of the collection, whole ones, negative for what is to come; null for none. */
  ageDays(moment: Date | string | null | undefined): number | null {
    if (moment === null || moment === undefined) return null;
    const time = new Date(moment).getTime();
    return Number.isNaN(time) ? null : Math.floor((this.session.startedAt.getTime() - time) / DAY);
  }

  /** Says which part is read from now on. */
  enter(part: PartDeclaration): void {
    this.part = part;
  }

  /** Notes an error as a gap of the part that is read. */
  note(err: unknown): void {
    const { clients, account } = this.session;
    const reason = sentenceOf(err, actionOf(err, clients.operationOf(err), this.part.actions));
    const { resourceTypes } = this.part;
    const gap: Gap = { resourceTypes, region: this.isGlobal ? null : this.region, account, reason };
    this.missing.set(JSON.stringify(gap), gap);
  }

  /** The gaps noted since the last time, each once. */
  takeGaps(): Gap[] {
    const gaps = [...this.missing.values()];
    this.missing.clear();
    return gaps;
  }

  private keep<T>(key: unknown, make: () => T): T {
    if (!this.kept.has(key)) this.kept.set(key, make());
    // Under a key there is only what its `make` gave.
    return this.kept.get(key) as T;
  }
}
