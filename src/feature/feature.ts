import type { EntitySchema } from '@mikro-orm/core';
import type { AccessRows } from '../access/access.js';
import type { AppContext, RequestContext } from '../context.js';
import type { ContextEntry } from '../platform/context-values.js';
import type { SealedColumn } from '../platform/crypto/reseal.js';
import type { ListSize } from './list-size.js';
import type { ObjectOwner } from './object-owner.js';
import type { RestRow } from './rest-row.js';

/** Static declarations of a feature, available without creating it. */
export interface FeatureDeclaration {
  /** Access rows of its operations and uploads. @default none */
  access?: AccessRows;
  /**
   * Expected sizes of its lists, by `Type.field`, for the query cost: required for every list of objects that is not a
   * connection. A size may be a function of the field’s arguments.
   * @default none
   */
  listSizes?(content: ContentCounts): Readonly<Record<string, ListSize>>;
  /**
   * Fields whose values follow from their arguments, the catalogue, the statuses of the organization and what of both the caller sees,
   * and from nothing else, by `Type.field`; each with the arguments with which they do not. Answers of such fields alone are cached: see
   * `src/graphql/answer-cache.ts`.
   * @default none
   */
  cacheableFields?: Readonly<Record<string, readonly string[]>>;
  /**
   * Root fields that take tens of milliseconds of CPU, of this thread or another, whatever their answers hold, by `Type.field`, each with its
   * units of the request quota: 1 for each four milliseconds of this thread. An operation may ask for one of them, once.
   * @default none
   */
  costlyFields?: Readonly<Record<string, number>>;
  /** Tags of the OpenAPI document, by the second segment of the paths below them. @default none */
  tags?: Readonly<Record<string, RestTag>>;
  /** Columns with secrets sealed by the vault: `secrets rotate` seals them again under a new key. @default none */
  sealedColumns?: readonly SealedColumn[];
  /** Entities that the unit of work stores. @default none */
  entities?: readonly EntitySchema[];
  /** Objects that it stores. @default none */
  objects?: ObjectOwner | readonly ObjectOwner[];
}

/** Parts of a feature in one process. */
export interface FeatureParts<Services extends object = object> {
  /** Services for other features and for the transports. */
  services: Services;
  /** Instances of the resolvers of the schema. @default none */
  resolvers?: readonly object[];
  /** Rows of the REST table. @default none */
  routes?: readonly RestRow[];
  /** Background workers. @default none */
  workers?: readonly Worker[];
  /** Values that every context carries for it. @default none */
  contextValues?: readonly ContextEntry[];
  /** Called after each mutation of a known caller, in its context. @default no callback */
  afterMutation?(ctx: RequestContext): void;
}

/** A feature: one folder of `src/modules`, fully declared by its `index.ts`. */
export interface Feature<Args extends unknown[], Services extends object> extends FeatureDeclaration {
  /** Creates its services from the platform and from other features' services. */
  create(...args: Args): FeatureParts<Services>;
}

/** Returns `declared`, with its parameters and services inferred. */
export function feature<Args extends unknown[], Services extends object>(
  declared: Feature<Args, Services>,
): Feature<Args, Services> {
  return declared;
}

/**
 * Amounts of loaded content, as averages where they differ between parents; the sizes of lists are derived from them.
 */
export interface ContentCounts {
  frameworks: number;
  /** Number of controls of all frameworks. */
  controls: number;
  /** Number of controls of the largest framework. */
  controlsMax: number;
  domains: number;
  universalControls: number;
  resourceTypes: number;
  /** Average number of mappings of a control that was reached by a mapping. */
  mappingsPerControl: number;
  /** Average number of mappings of a universal control that was reached by a mapping. */
  mappingsPerUniversalControl: number;
  /** Average number of mappings of a universal control. */
  reach: number;
  /** Largest number of mappings of a universal control. */
  reachMax: number;
  /** Largest number of unmapped controls of a framework. */
  unmappedMax: number;
  /** Largest number of controls that a selection can have. */
  countControls: (selection: ControlSelection) => number;
  /** Largest number of controls that a selection can have of one framework. */
  countControlsMax: (selection: Omit<ControlSelection, 'frameworks'>) => number;
  /** Number of universal controls of a domain; of all of them for null and for an unknown one. */
  countUniversalControls: (domain: string | null) => number;
}

/** Controls by what the catalogue knows of them; null for any. Unknown names select nothing. */
export interface ControlSelection {
  /** Names, slugs or ids. */
  frameworks: readonly string[] | null;
  /** Codes. */
  domains: readonly string[] | null;
  categories: readonly string[] | null;
  /** Levels of controls that have one. */
  levels: readonly number[] | null;
}

export interface RestTag {
  name: string;
  description: string;
}

/** Background work without a caller, in worker processes. */
export interface Worker {
  /**
   * Defines its jobs, and takes over the work of a dead predecessor.
   * @param app for work that is done in somebody's name
   */
  start(app: AppContext): Promise<void>;
  /** Ends or releases its current work. */
  stop(): Promise<void>;
}
