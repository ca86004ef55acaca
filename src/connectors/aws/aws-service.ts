import type { Resource } from '../resource.js';
import type { AwsScope } from './aws-scope.js';

/** Resources that are read together. A refusal becomes a gap in this part and leaves the others complete. */
export interface PartDeclaration {
  /** Types of its resources. */
  resourceTypes: readonly string[];
  /** IAM actions of every call that it makes: `iam:ListUsers`. */
  actions: readonly string[];
}

/** Collects a part in the region of the scope. */
export type CollectPart = (scope: AwsScope) => AsyncIterable<Resource>;

/** A service of AWS that the connector reads. */
export interface AwsService {
  /** `iam`: the name in `excluded_services`. A regional and a global declaration may share it. */
  service: string;
  /** Whether it is read once for the account instead of once per region. */
  isGlobal: boolean;
  /** Collected in this order, one after another. */
  parts: Readonly<Record<string, PartDeclaration>>;
  /** Functions that collect the parts, by name. Loaded on demand: the clients of AWS are large. */
  load(): Promise<Readonly<Record<string, CollectPart>>>;
}

/** Declares a service. The compiler checks that `load` has a function for every part. */
export function defineService<Part extends string>(
  service: Omit<AwsService, 'parts' | 'load'> & {
    parts: Readonly<Record<Part, PartDeclaration>>;
    load(): Promise<Readonly<Record<NoInfer<Part>, CollectPart>>>;
  },
): AwsService {
  return service;
}
