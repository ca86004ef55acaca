import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../feature/rest-row.js';
import { SOURCE_ROOT } from '../../platform/source-root.js';

/** A recorded request and its response, from `npm run schema`; a test repeats it. */
export interface Example {
  /** Values of path and query parameters. */
  parameters: Readonly<Record<string, string>>;
  /** JSON body of the request. */
  body?: unknown;
  status: number;
  /** JSON body of the response; lists are cut to their first items. */
  answer?: unknown;
}

/** Examples by method and path: `GET /api/scans`. */
export type Examples = Readonly<Record<string, Example>>;

/** File of the recorded examples. */
export const EXAMPLES_FILE = join(SOURCE_ROOT, 'http/openapi/examples.json');

/** Recorded examples; empty before the first recording. */
export function readExamples(): Examples {
  return existsSync(EXAMPLES_FILE) ? (JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples) : {};
}

/** The parameters with the values of an example. */
export function exampleParameters(parameters: readonly JsonSchema[], example: Example | null): JsonSchema[] {
  return parameters.map((parameter) => {
    const text = example?.parameters[String(parameter.name)];
    if (text === undefined) return parameter;
    const { type } = (parameter.schema ?? {}) as JsonSchema;
    const isNumber = type === 'integer' || (Array.isArray(type) && type.includes('integer'));
    const value = isNumber ? Number(text) : text;
    return { ...parameter, example: type === 'array' ? [value] : value };
  });
}
