import { getNamedType, isInputObjectType, Kind, visit, type GraphQLInputType } from 'graphql';
import type { RestOperation } from '../rest-operation.js';

/** Names of arguments and input fields that name a framework: such a path can return FRAMEWORK_NOT_ACTIVE. */
const FRAMEWORK = ['framework', 'frameworks', 'frameworkId', 'covers'];

/** Whether the query or the body of a row has an id. */
export function takesId({ types }: RestOperation): boolean {
  return [...types.values()].some((type) =>
    hasField(type, (_name, fieldType) => getNamedType(fieldType).name === 'ID'),
  );
}

/** Whether path, query or body of a row name a framework. */
export function namesFramework({ types, document }: RestOperation): boolean {
  let isNamed = [...types.values()].some((type) => hasField(type, (name) => FRAMEWORK.includes(name)));
  visit(document, {
    Argument: ({ name, value }) => {
      if (value.kind === Kind.VARIABLE && FRAMEWORK.includes(name.value)) isNamed = true;
    },
  });
  return isNamed;
}

/** Whether `type` or a field of it, at any depth, passes `test`. Input types are not recursive here. */
function hasField(type: GraphQLInputType, test: (name: string, type: GraphQLInputType) => boolean, name = ''): boolean {
  if (test(name, type)) return true;
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return false;
  return Object.values(named.getFields()).some((field) => hasField(field.type, test, field.name));
}
