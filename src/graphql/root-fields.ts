import {
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type GraphQLSchema,
  type OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { FragmentResults } from './fragment-results.js';

/** Root fields of which an operation may ask for one, once, by `Type.field`, with their units. See `costlyFields` of features. */
export type CostlyFields = ReadonlyMap<string, number>;
const INTROSPECTIONS: ReadonlySet<string> = new Set([SchemaMetaFieldDef.name, TypeMetaFieldDef.name]);

/** Number of root fields of an operation, and of those that are limited to one; and the units of all of them. */
export interface RootFields {
  all: number;
  introspections: number;
  costly: number;
  units: number;
}

const NONE: RootFields = { all: 0, introspections: 0, costly: 0, units: 0 };

/** @throws {Error} naming each costly field that is no root field of the schema, and those that cost nothing */
export function checkCostlyFields(schema: GraphQLSchema, costly: CostlyFields): void {
  const wrong = [...costly].filter(([coordinate, units]) => {
    const [typeName, field = ''] = coordinate.split('.');
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const type = roots.find((each) => each?.name === typeName);
    return !type?.getFields()[field] || !Number.isInteger(units) || units < 1;
  });
  if (wrong.length > 0) throw new Error(`no costly root fields: ${wrong.map(([coordinate]) => coordinate).join(', ')}`);
}

/** Counts the fields at the root of a document's operations, those of fragments included. */
export class RootFieldCounter {
  private readonly ofFragments: FragmentResults<RootFields>;
  private readonly typeName: string;

  constructor(
    document: DocumentNode,
    operation: OperationTypeNode,
    private readonly costlyFields: CostlyFields,
  ) {
    this.ofFragments = new FragmentResults(document);
    this.typeName = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation];
  }

  /** @throws {LimitError} for a fragment that spreads itself */
  count({ selections }: SelectionSetNode): RootFields {
    const total = { ...NONE };
    for (const selection of selections) {
      const counted = this.countSelection(selection);
      total.all += counted.all;
      total.introspections += counted.introspections;
      total.costly += counted.costly;
      total.units += counted.units;
    }
    return total;
  }

  private countSelection(selection: SelectionSetNode['selections'][number]): RootFields {
    switch (selection.kind) {
      case Kind.FIELD: {
        const name = selection.name.value;
        const units = this.costlyFields.get(`${this.typeName}.${name}`);
        return {
          all: 1,
          introspections: Number(INTROSPECTIONS.has(name)),
          costly: Number(units !== undefined),
          units: units ?? 1,
        };
      }
      case Kind.INLINE_FRAGMENT:
        return this.count(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD: {
        const counted = this.ofFragments.of(selection.name.value, ({ selectionSet }) => this.count(selectionSet));
        return counted ?? NONE;
      }
    }
  }
}
