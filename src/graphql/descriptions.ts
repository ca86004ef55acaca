import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

const ROOTS = {
  Query: 'What can be read.',
  Mutation: 'What can be changed. The fields of one operation are executed one after the other.',
  Subscription: 'What can be followed live.',
};

/**
 * Describes what its place describes: the root types, and answers and inputs of mutations by these. A description that is written
 * beside a declaration stays.
 */
export function describeByUse(schema: GraphQLSchema): void {
  for (const [name, description] of Object.entries(ROOTS)) {
    const type = schema.getType(name);
    if (type) type.description ??= description;
  }
  const answers = new Map<GraphQLObjectType, string[]>();
  const inputs = new Map<GraphQLInputObjectType, string[]>();
  for (const [root, ofInput] of [
    [schema.getMutationType(), 'What to do.'],
    [schema.getQueryType(), 'What to work out.'],
  ] as const) {
    for (const { name, type, args } of Object.values(root?.getFields() ?? {})) {
      const answer = getNamedType(type);
      if (root === schema.getMutationType() && isObjectType(answer)) append(answers, answer, name);
      for (const argument of args) {
        const input = getNamedType(argument.type);
        if (!isInputObjectType(input)) continue;
        append(inputs, input, name);
        argument.description ??= ofInput;
      }
    }
  }
  for (const [type, mutations] of answers)
    describe(type, `Answer of ${listed(mutations)}.`, 'As it is after the change.');
  for (const [type, mutations] of inputs) describe(type, `Input of ${listed(mutations)}.`, null);
}

function describe(
  type: GraphQLObjectType | GraphQLInputObjectType,
  description: string,
  ofObjects: string | null,
): void {
  type.description ??= description;
  if (ofObjects === null || !isObjectType(type) || !type.name.endsWith('Payload')) return;
  for (const field of Object.values(type.getFields())) {
    if (isObjectType(getNamedType(field.type))) field.description ??= ofObjects;
  }
}

function append<Key>(lists: Map<Key, string[]>, key: Key, name: string): void {
  lists.set(key, [...(lists.get(key) ?? []), name]);
}

/** `a`, `b` and `c`. */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ');
}
