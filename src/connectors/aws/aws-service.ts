import type { Resource } from '../resource.js';
import type { AwsScope } from './aws-scope.js';

/** Resources of one kind or of kinds that are read together. It fails on its own: a refusal here spoils nothing else. */
export interface PartDeclaration {
  /** Types of the resources that it gives. */
  resourceTypes: readonly string[];
  /** IAM actions of every call that it makes: `iam:ListUsers`. */
  actions: readonly string[];
}

/** Reads a part in the region of the scope. */
export type CollectPart = (scope: AwsScope) => AsyncIterable<Resource>;

/** A service of AWS that the connector reads. */
export interface AwsService {
  /** `iam`: as a tenant names it to leave it out. Two collectors share it where one is regional and one is global. */
  service: string;
  /** Whether it is read once for the account instead of once per region. */
  isGlobal: boolean;
  /** Read in this order, one after the other. */
  parts: Readonly<Record<string, PartDeclaration>>;
  /** The functions that read the parts, by their names. Loaded when they are needed: the clients of AWS are large. */
  load(): Promise<Readonly<Record<string, CollectPart>>>;
}

/** Gives a collector whose `load` has a function for every part, seen by the compiler. */
export function defineService<Part extends string>(
  service: Omit<AwsService, 'parts' | 'load'> & {
    parts: Readonly<Record<Part, PartDeclaration>>;
    load(): Promise<Readonly<Record<NoInfer<Part>, CollectPart>>>;
  },
): AwsService {
  return service;
}
