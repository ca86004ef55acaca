import type { WorkItemState } from '../work-items/work-item-states.js';

/** A ticket as the tracker has it. */
export interface ReadTicket {
  /** As people name it: `ENG-12`; for GitHub the number. */
  key: string;
  url: string;
  /** What the tracker calls its state: `In Review`. */
  stateName: string;
  state: WorkItemState;
}

/** What a tracker says about the credentials and the project. */
export interface TrackerIdentity {
  /** Name of the account; null where the tracker does not say. */
  identity: string | null;
  isCloud: boolean;
}

/** A ticket to create. */
export interface NewTicket {
  id: string;
  title: string;
  text: string;
  createdAt: Date;
}

/** Interface of a tracker, for one project of it. Every method throws `TrackerError`. */
export interface TrackerClient {
  /** Asks who the credentials belong to, and whether tickets can be created in the project. */
  check(): Promise<TrackerIdentity>;
  create(ticket: NewTicket): Promise<ReadTicket>;
  /** The ticket of an earlier `create` that was not answered, if the tracker lists it already. */
  find(ticket: NewTicket): Promise<ReadTicket | null>;
  /** @returns null where it is no longer there */
  read(key: string): Promise<ReadTicket | null>;
  /** Brings a ticket into a state that `nearest` gives. @returns the ticket as it is then */
  move(ticket: ReadTicket, state: WorkItemState): Promise<ReadTicket>;
  /** Keys of the tickets of the project that changed since a time, oldest change first. @returns also up to when that is known */
  changedSince(since: Date, now: Date): Promise<{ keys: string[]; until: Date }>;
  /** What the tracker makes of a state of ours. */
  nearest(state: WorkItemState): WorkItemState;
}

/** Why a tracker did not do what it was asked. */
export type TrackerFailure =
  /** The credentials are not accepted, or may not do it. */
  | 'unauthorized'
  /** It will not do it, however often it is asked. */
  | 'refused'
  /** Too many requests for now. */
  | 'rate_limited'
  /** No answer, or one that says that it is out of order. */
  | 'unavailable';

/** A request of a tracker that failed. Its message is for people of the tenant, and has no secret. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';

  constructor(
    readonly failure: TrackerFailure,
    message: string,
    /** Milliseconds to wait, as a tracker asked. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}
