import type { EntitySchema } from '@mikro-orm/core';
import type { AccessRows } from '../access/access.js';
import type { RequestContext } from '../context.js';
import type { ContextEntry } from '../platform/context-values.js';
import type { SealedColumn } from '../platform/crypto/reseal.js';
import type { ObjectOwner } from './object-owner.js';
import type { RestRow } from './rest-row.js';

/** What a feature says of itself, without anything being created: its whole declaration with `create`. */
export interface FeatureDeclaration {
  /** Who may call each of its operations and uploads. @default it has none */
  access?: AccessRows;
  /**
   * How many items its lists hold, by `Type.field`, for the cost of a query: every list of objects that is no page has one.
   * @default it has no such lists
   */
  listSizes?(content: ContentCounts): Readonly<Record<string, number>>;
  /** Headings of the OpenAPI document, by the second segment of the paths that stand under them. @default none */
  tags?: Readonly<Record<string, RestTag>>;
  /** Columns with secrets sealed by the vault: `secrets rotate` seals them again under a new key. @default none */
  sealedColumns?: readonly SealedColumn[];
  /** What is written by the unit of work. @default none */
  entities?: readonly EntitySchema[];
  /** What it stores as objects. @default nothing */
  objects?: ObjectOwner;
}

/** What a feature brings into one process. */
export interface FeatureParts<Services extends object = object> {
  /** For other features and for the transports. */
  services: Services;
  /** Instances; their classes are the resolvers of the schema. @default none */
  resolvers?: readonly object[];
  /** @default none */
  routes?: readonly RestRow[];
  /** Background work. @default none */
  workers?: readonly Worker[];
  /** What every context carries for it. @default nothing */
  contextValues?: readonly ContextEntry[];
  /** Called after each mutation of a known caller, in its context. @default nothing is */
  afterMutation?(ctx: RequestContext): void;
}

/** A feature: one folder of `src/modules`, declared whole by its `index.ts`. */
export interface Feature<Args extends unknown[], Services extends object> extends FeatureDeclaration {
  /** Creates its services from the platform and from what it needs of other features. */
  create(...args: Args): FeatureParts<Services>;
}

/** `declared` as it is, its parameters and services inferred. */
export function feature<Args extends unknown[], Services extends object>(
  declared: Feature<Args, Services>,
): Feature<Args, Services> {
  return declared;
}

/** How much content is loaded, on average where it differs from parent to parent: what the sizes of lists follow from. */
export interface ContentCounts {
  frameworks: number;
  /** Of all frameworks. */
  controls: number;
  /** Of the framework with the most. */
  controlsMax: number;
  domains: number;
  universalControls: number;
  resourceTypes: number;
  /** Mappings found at a control that a mapping led to. */
  mappingsPerControl: number;
  /** Mappings found at a universal control that a mapping led to. */
  mappingsPerUniversalControl: number;
  /** Mappings of a universal control. */
  reach: number;
  /** Of the universal control with the most. */
  reachMax: number;
  /** Controls without a mapping, of the framework with the most. */
  unmappedMax: number;
}

export interface RestTag {
  name: string;
  description: string;
}

/** Work that goes on without a caller, in processes that are workers. */
export interface Worker {
  /** Defines its jobs, and takes over what a dead predecessor left behind. */
  start(): Promise<void>;
  /** Ends or releases what it has begun. */
  stop(): Promise<void>;
}
