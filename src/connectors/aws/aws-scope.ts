import { DAY, type Clock } from '../../platform/clock.js';
import type { CollectTime } from '../collect-time.js';
import type { Gap, Resource } from '../resource.js';
import { knownProperties, unread } from '../unread.js';
import type { AwsSettings } from './aws-settings.js';
import type { AwsClient, ClientClass, AwsClients } from './aws-clients.js';
import type { PartDeclaration } from './aws-service.js';
import { actionOf, failureOf, isAnswer, sentenceOf } from './aws-error.rules.js';

/** State of a collection: account, regions, clients. */
export interface AwsSession {
  clients: AwsClients;
  settings: Readonly<AwsSettings>;
  /** Id of 12 digits. */
  account: string;
  /** `aws`, `aws-cn`, `aws-us-gov`: the second part of every ARN. */
  partition: string;
  /** Region of calls to global services. */
  homeRegion: string;
  /** Regions that are read. */
  regions: readonly string[];
  /** Start of the collection; ages are counted to here. */
  startedAt: Date;
  clock: Clock;
  signal: AbortSignal;
  time: CollectTime;
}

/** A resource whose properties are still to be computed. */
interface Described extends Pick<Resource, 'type' | 'id' | 'name'> {
  region?: string | null;
  properties: Readonly<Record<string, () => unknown>>;
}

/** Access to one service in one region, for its parts. */
export class AwsScope {
  private readonly loaded = new Map<unknown, unknown>();
  private part: PartDeclaration = { resourceTypes: [], actions: [] };
  private readonly gaps = new Map<string, Gap>();

  constructor(
    readonly session: AwsSession,
    /** Region of its calls. */
    readonly region: string,
    private readonly isGlobal: boolean,
  ) {}

  get account(): string {
    return this.session.account;
  }

  /** SDK client in the region of the scope, or in another; one for each class and region. */
  client<Client extends AwsClient>(Class: ClientClass<Client>, region = this.region): Client {
    return this.once(`${Class.name} ${region}`, () => this.session.clients.create(Class, region));
  }

  /** Result of `load`, called once for all parts of the service in the region. */
  shared<T>(load: (scope: AwsScope) => T): T {
    return this.once(load, () => load(this));
  }

  /** Result of a call, or null where AWS answers with one of these errors: something is absent or not configured. */
  async optional<T>(call: Promise<T>, names: readonly string[]): Promise<T | null> {
    try {
      return await call;
    } catch (err) {
      if (isAnswer(err, names)) return null;
      throw err;
    }
  }

  /**
   * Result of a call, or null where it is refused or fails. That is recorded as a gap in the types of the part, so that no
   * check passes on incomplete data; the other resources are still read.
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

  /**
   * What some properties rest on: the result of a call, or what a function gathers, null where it recorded a gap. Where it cannot be
   * read, it stands for something unread: the properties that `described` computes from it are unknown, and nothing else is.
   * @param rethrown names of errors that mean something else: the resource is gone
   */
  async detail<T extends object | null>(read: Promise<T>, rethrown?: readonly string[]): Promise<T>;
  async detail<T extends object>(read: (scope: AwsScope) => Promise<T | null>): Promise<T>;
  async detail(
    read: Promise<object | null> | ((scope: AwsScope) => Promise<object | null>),
    rethrown: readonly string[] = [],
  ): Promise<object | null> {
    const own = new AwsScope(this.session, this.region, this.isGlobal);
    own.enter(this.part);
    try {
      if (typeof read !== 'function') return await read;
      const found = await read(own);
      const gaps = own.takeGaps();
      if (found === null) return unread([...new Set(gaps.map(({ reason }) => reason))].join(' '));
      for (const gap of gaps) this.record(gap);
      return found;
    } catch (err) {
      const failure = failureOf(err);
      if (failure === 'credentials' || failure === 'unknown' || isAnswer(err, rethrown)) throw err;
      return unread(this.reasonOf(err));
    }
  }

  /** A resource like `resource`, whose properties are computed one by one; those that are unknown are recorded as a gap. */
  described({ properties: compute, ...identity }: Described): Resource {
    const { properties, unknown } = knownProperties(compute);
    const resource = this.resource({ ...identity, properties });
    for (const [reason, names] of Map.groupBy(Object.entries(unknown), ([, why]) => why)) {
      this.record({
        resourceTypes: [resource.type],
        properties: names.map(([name]) => name),
        region: resource.region,
        account: this.account,
        reason,
      });
    }
    return Object.keys(unknown).length === 0 ? resource : { ...resource, unknown };
  }

  /** A resource of the account, by default in the region of the scope, or in none for a global service. */
  resource(resource: Pick<Resource, 'type' | 'id' | 'name' | 'properties'> & { region?: string | null }): Resource {
    return { region: this.isGlobal ? null : this.region, account: this.account, ...resource };
  }

  /** Whole days from a moment to the start of the collection, negative for a future one; null for none. */
  ageDays(moment: Date | string | null | undefined): number | null {
    if (moment === null || moment === undefined) return null;
    const time = new Date(moment).getTime();
    return Number.isNaN(time) ? null : Math.floor((this.session.startedAt.getTime() - time) / DAY);
  }

  /** Sets the part that is read from now on. */
  enter(part: PartDeclaration): void {
    this.part = part;
  }

  /** Records an error as a gap of the current part. */
  note(err: unknown): void {
    const { resourceTypes } = this.part;
    const region = this.isGlobal ? null : this.region;
    this.record({ resourceTypes, region, account: this.account, reason: this.reasonOf(err) });
  }

  private reasonOf(err: unknown): string {
    return sentenceOf(err, actionOf(err, this.session.clients.operationOf(err), this.part.actions));
  }

  private record(gap: Gap): void {
    this.gaps.set(JSON.stringify(gap), gap);
  }

  /** Gaps recorded since the last call, each once. */
  takeGaps(): Gap[] {
    const gaps = [...this.gaps.values()];
    this.gaps.clear();
    return gaps;
  }

  private once<T>(key: unknown, load: () => T): T {
    if (!this.loaded.has(key)) this.loaded.set(key, load());
    // A key always holds the result of its own `load`.
    return this.loaded.get(key) as T;
  }
}
