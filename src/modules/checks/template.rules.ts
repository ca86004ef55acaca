import type { Environment } from '@marcbachmann/cel-js';

type Evaluate = (context: Record<string, unknown>) => unknown;

const LENGTH_MAX = 1_000;
const LISTED_MAX = 10;

/** A sentence with CEL expressions in braces, compiled: `Bucket {name} is encrypted with {resource.kms_key_id}.` */
export interface Template {
  /** The sentence with the values of its expressions; `none` for those without one. Never throws, at most 1,000 characters. */
  fill(context: Record<string, unknown>): string;
  /** The expressions, for the type checker. */
  expressions: readonly string[];
}

/** Words and expressions of a sentence in turn: every second part is an expression, without its braces. */
export function partsOfTemplate(text: string): { parts: string[]; expressions: string[] } {
  const parts = text.split(/\{([^{}]+)\}/);
  return { parts, expressions: parts.filter((_part, index) => index % 2 === 1) };
}

/** @throws {Error} where an expression cannot be parsed */
export function compileTemplate(environment: Environment, text: string): Template {
  const { parts, expressions } = partsOfTemplate(text);
  const compiled = expressions.map((expression): Evaluate => environment.parse(expression));
  return {
    expressions,
    fill: (context) => {
      const filled = parts.map((part, index) => {
        const evaluate = index % 2 === 1 ? compiled[(index - 1) / 2] : undefined;
        return evaluate ? inWords(valueOf(evaluate, context)) : part;
      });
      const sentence = filled.join('');
      return sentence.length <= LENGTH_MAX ? sentence : `${sentence.slice(0, LENGTH_MAX - 1)}…`;
    },
  };
}

function valueOf(evaluate: Evaluate, context: Record<string, unknown>): unknown {
  try {
    return evaluate(context);
  } catch {
    // A sentence that cannot be filled does not change the verdict of the check.
    return null;
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return listed(value);
  return typeof value === 'string' ? value : inDigits(value);
}

function listed(values: unknown[]): string {
  if (values.length === 0) return 'none';
  const words = values.slice(0, LISTED_MAX).map(inWords).join(', ');
  return values.length > LISTED_MAX ? `${words} and ${String(values.length - LISTED_MAX)} more` : words;
}

function inDigits(value: unknown): string {
  // CEL's integers are bigints, which JSON does not know.
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
