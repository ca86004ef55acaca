import { Kind, SchemaMetaFieldDef, TypeMetaFieldDef, type DocumentNode, type SelectionSetNode } from 'graphql';
import { FragmentResults } from './fragment-results.js';

/**
 * Root fields that hash a password or read whole snapshots, at tens of milliseconds of CPU each: limited to one per
 * operation.
 */
export const ONCE_PER_OPERATION: ReadonlySet<string> = new Set([
  'login',
  'refreshSession',
  'acceptInvitation',
  'requestPasswordReset',
  'resetPassword',
  'changePassword',
  'enrolMfa',
  'disableMfa',
  'reauthenticate',
  'resourceConfiguration',
  'compareSnapshots',
  'reevaluateScan',
  'dryRunCustomCheck',
]);
const INTROSPECTIONS: ReadonlySet<string> = new Set([SchemaMetaFieldDef.name, TypeMetaFieldDef.name]);

/** Number of root fields of an operation, and of those that are limited to one. */
export interface RootFields {
  all: number;
  introspections: number;
  oncePerOperation: number;
}

/** Counts the fields at the root of a document's operations, those of fragments included. */
export class RootFieldCounter {
  private readonly ofFragments: FragmentResults<RootFields>;

  constructor(document: DocumentNode) {
    this.ofFragments = new FragmentResults(document);
  }

  /** @throws {LimitError} for a fragment that spreads itself */
  count({ selections }: SelectionSetNode): RootFields {
    const total = { all: 0, introspections: 0, oncePerOperation: 0 };
    for (const selection of selections) {
      const counted = this.countSelection(selection);
      total.all += counted.all;
      total.introspections += counted.introspections;
      total.oncePerOperation += counted.oncePerOperation;
    }
    return total;
  }

  private countSelection(selection: SelectionSetNode['selections'][number]): RootFields {
    switch (selection.kind) {
      case Kind.FIELD: {
        const name = selection.name.value;
        return {
          all: 1,
          introspections: Number(INTROSPECTIONS.has(name)),
          oncePerOperation: Number(ONCE_PER_OPERATION.has(name)),
        };
      }
      case Kind.INLINE_FRAGMENT:
        return this.count(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD: {
        const counted = this.ofFragments.of(selection.name.value, ({ selectionSet }) => this.count(selectionSet));
        return counted ?? { all: 0, introspections: 0, oncePerOperation: 0 };
      }
    }
  }
}
