import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildASTSchema, Kind, parse, visit, type DocumentNode } from 'graphql';

/** Fragments that operations of any file may spread. */
const SHARED = join('api', 'fragments.graphql');

/**
 * Writes `<name>.gql.ts` beside each `<name>.graphql` below `directory`: its operations as typed documents. A file for each, and
 * not one for all, so that a page carries its own operations only. Through the core of GraphQL Code Generator: its command line
 * brings a hundred packages more and does the same.
 * @throws {Error} for an operation that the schema does not know
 */
export async function generateOperations(directory: string, schemaFile: string): Promise<void> {
  const schema = parse(readFileSync(schemaFile, 'utf8'));
  const schemaAst = buildASTSchema(schema);
  const shared = documentIn(join(directory, SHARED));
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.graphql') && each !== SHARED)) {
    const file = join(directory, name);
    const target = file.replace(/\.graphql$/, '.gql.ts');
    const code = await codegen({
      filename: target,
      schema,
      schemaAst,
      documents: [{ location: relative(directory, file), document: withSpread(documentIn(file), shared) }],
      config: CONFIG,
      plugins: [{ operations: {} }, { typedDocumentNode: {} }],
      pluginMap: { operations, typedDocumentNode },
    });
    writeIfNew(target, `/* eslint-disable */\n// Made of ${name} by codegen.ts.\n${code}`);
  }
}

const CONFIG = {
  scalars: { DateTimeISO: 'string', JSON: 'unknown', JSONValue: 'unknown', ID: 'string' },
  useTypeImports: true,
};

function documentIn(file: string): DocumentNode {
  return parse(readFileSync(file, 'utf8'));
}

/** The document with those of the shared fragments that it spreads. */
function withSpread(document: DocumentNode, shared: DocumentNode): DocumentNode {
  const spread = new Set<string>();
  visit(document, { FragmentSpread: ({ name }) => void spread.add(name.value) });
  const added = shared.definitions.filter(
    (each) => each.kind === Kind.FRAGMENT_DEFINITION && spread.has(each.name.value),
  );
  return { ...document, definitions: [...document.definitions, ...added] };
}

/** A file that stays as it is keeps its time, and nothing is built again for it. */
function writeIfNew(file: string, content: string): void {
  const present = readOrNull(file);
  if (present !== content) writeFileSync(file, content);
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
