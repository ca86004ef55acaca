import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildASTSchema, Kind, parse, visit, type DocumentNode } from 'graphql';
import { APP, FRAGMENTS_FILE, operationFiles, SCHEMA_FILE } from './pages.ts';

/**
 * Writes `<name>.gql.ts` beside each `<name>.graphql` of the dashboard: its operations as typed documents. One file
 * each, so that a page contains only its own operations. Uses the core of GraphQL Code Generator: its command line adds
 * a hundred packages and does the same. Removes generated files without a document.
 * @throws {Error} for an operation that does not match the schema
 */
export async function generateOperations(): Promise<void> {
  const schema = withWholeAnswers(parse(readFileSync(SCHEMA_FILE, 'utf8')));
  const schemaAst = buildASTSchema(schema);
  const fragments = documentIn(FRAGMENTS_FILE);
  const files = operationFiles();
  for (const { document, generated } of files) {
    const location = relative(APP, document);
    const code = await codegen({
      filename: generated,
      schema,
      schemaAst,
      documents: [{ location, document: withSpread(documentIn(document), fragments) }],
      config: CONFIG,
      plugins: [{ operations: {} }, { typedDocumentNode: {} }],
      pluginMap: { operations, typedDocumentNode },
    });
    writeIfNew(generated, `/* eslint-disable */\n// Generated from ${location} by codegen.ts.\n${code}`);
  }
  removeOutdated(new Set(files.map(({ generated }) => generated)));
}

/** The schema as the client delivers it: no root field of a query or mutation is null (`app/api/whole-answers.ts`). */
function withWholeAnswers(schema: DocumentNode): DocumentNode {
  return visit(schema, {
    ObjectTypeDefinition: (type) => {
      if (type.name.value !== 'Query' && type.name.value !== 'Mutation') return false;
      const fields = type.fields?.map((field) =>
        field.type.kind === Kind.NON_NULL_TYPE
          ? field
          : { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } },
      );
      return { ...type, fields } as typeof type;
    },
  });
}

const CONFIG = {
  scalars: { DateTimeISO: 'string', JSON: 'unknown', JSONValue: 'unknown', ID: 'string' },
  useTypeImports: true,
};

function documentIn(file: string): DocumentNode {
  return parse(readFileSync(file, 'utf8'));
}

/** The document with the shared fragments that it spreads. */
function withSpread(document: DocumentNode, shared: DocumentNode): DocumentNode {
  const spread = new Set<string>();
  visit(document, { FragmentSpread: ({ name }) => void spread.add(name.value) });
  const added = shared.definitions.filter(
    (each) => each.kind === Kind.FRAGMENT_DEFINITION && spread.has(each.name.value),
  );
  return { ...document, definitions: [...document.definitions, ...added] };
}

/** Writes a file unless its content is unchanged, so that watchers do not rebuild. */
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

function removeOutdated(current: ReadonlySet<string>): void {
  const names = readdirSync(APP, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.gql.ts'))) {
    const file = join(APP, name);
    if (!current.has(file)) rmSync(file);
  }
}
