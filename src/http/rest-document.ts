import { Kind, parse, visit, type DocumentNode } from 'graphql';

/** `controlId` → `control_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `control_id` → `controlId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Parses the document of a row and gives every field without an alias its snake_case name as alias. */
export function restDocument(source: string): DocumentNode {
  return visit(parse(source), {
    Field(node) {
      const name = snakeCase(node.name.value);
      if (node.alias || name === node.name.value) return undefined;
      return { ...node, alias: { kind: Kind.NAME, value: name } };
    },
  });
}
