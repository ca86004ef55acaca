import type { Environment } from '@marcbachmann/cel-js';
import type { Resource } from '../../connectors/resource.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';
import type { ResourceShape } from '../catalogue/resource-shapes.js';
import { propertiesReadBy } from './read-properties.rules.js';
import { checkingEnvironment, evaluationEnvironment } from './shape-types.rules.js';
import { compileTemplate } from './template.rules.js';

/**
 * Result of a check on one resource. `error` is neither a pass nor a failure: the expression could not be evaluated; `unread` are the
 * properties that it reads and that are unknown, wholly or in part.
 */
export type Evaluation =
  | { status: 'pass' | 'fail'; summary: string }
  | { status: 'out_of_scope' }
  | { status: 'error'; message: string; unread: string[] };

/** Evaluates one resource of the type that the logic is for. Never throws. */
export type Evaluator = (
  resource: Pick<Resource, 'id' | 'name' | 'region' | 'account' | 'properties' | 'unknown'>,
) => Evaluation;

/** Compiles a check's expressions and sentences. @throws {Error} where an expression cannot be parsed */
export function compileLogic(logic: CheckLogic, environment: Environment = evaluationEnvironment()): Evaluator {
  const applies = logic.applies === undefined ? null : environment.parse(logic.applies);
  const passes = environment.parse(logic.passes);
  const pass = compileTemplate(environment, logic.says.pass);
  const fail = compileTemplate(environment, logic.says.fail);
  const needed = propertiesReadBy(logic);
  // `has(resource.x)` of an unknown property would be false, as if the resource had none: the check has no verdict then.
  const asksPresence = /\bhas\s*\(/.test(`${logic.applies ?? ''} ${logic.passes}`);
  return ({ id, name, region, account, properties, unknown = {} }) => {
    const context = { resource: without(properties, unknown), id, name, region, account };
    const unread = () =>
      needed.filter((property) => Object.hasOwn(properties, property) && hasNull(properties[property]));
    const refused = asksPresence ? reasonsOf(needed, unknown) : null;
    if (refused !== null) return { status: 'error', message: refused, unread: unread() };
    try {
      if (applies && !isTrue(applies(context))) return { status: 'out_of_scope' };
      return isTrue(passes(context))
        ? { status: 'pass', summary: pass.fill(context) }
        : { status: 'fail', summary: fail.fill(context) };
    } catch (err) {
      const message = err instanceof Error ? firstLine(err.message) : 'the expression failed';
      const missing = unread();
      const why = missing.length === 0 ? message : `${missing.map(inWords).join(' and ')} could not be read.`;
      return { status: 'error', message: reasonsOf(needed, unknown) ?? why, unread: missing };
    }
  };
}

/**
 * Compiles what decides whether the resources of a check are all: `pass` where they are, `fail` with the reason where they are not.
 * @throws {Error} where an expression cannot be parsed
 */
export function compilePopulation(population: Population, environment?: Environment): Evaluator {
  return compileLogic(logicOfPopulation(population), environment);
}

/** Problems of a population for resources of its type, each as a sentence; empty for none. */
export function populationProblems(population: Population, shape: Pick<ResourceShape, 'properties'>): string[] {
  return logicProblems(logicOfPopulation(population), shape);
}

type Population = NonNullable<CheckLogic['population']>;

function logicOfPopulation({ whole, says }: Population): CheckLogic {
  return { passes: whole, says: { pass: 'Its resources are all.', fail: says } };
}

/** What is unknown is absent: an expression that needs it fails, whatever it would make of null. */
function without(
  properties: Record<string, unknown>,
  unknown: Readonly<Record<string, string>>,
): Record<string, unknown> {
  if (Object.keys(unknown).length === 0) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !Object.hasOwn(unknown, name)));
}

/** Why properties that a check reads are unknown, where the resource says so. */
function reasonsOf(needed: readonly string[], unknown: Readonly<Record<string, string>>): string | null {
  const reasons = needed.flatMap((name) => unknown[name] ?? []);
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : null;
}

/** Whether a value is unknown in some part. */
function hasNull(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}

function inWords(property: string): string {
  return `"${property.replaceAll('_', ' ')}"`;
}

/** Problems of a logic for resources of that type, each as a sentence; empty for none. */
export function logicProblems(logic: CheckLogic, shape: Pick<ResourceShape, 'properties'>): string[] {
  const environment = checkingEnvironment(shape);
  const conditions = (['applies', 'passes'] as const).flatMap((part) => {
    const expression = logic[part];
    return expression === undefined ? [] : conditionProblems(environment, part, expression);
  });
  const sentences = (['pass', 'fail'] as const).flatMap((part) =>
    sentenceProblems(environment, `says.${part}`, logic.says[part]),
  );
  return [...conditions, ...sentences];
}

function conditionProblems(environment: Environment, part: string, expression: string): string[] {
  const checked = environment.check(expression);
  if (!checked.valid) return [`${part}: ${firstLine(checked.error?.message ?? 'is wrong')}`];
  // A nullable property is of any type: only its evaluation shows what it gives.
  return checked.type === 'bool' || checked.type === 'dyn' ? [] : [`${part}: gives ${String(checked.type)}, not bool`];
}

function sentenceProblems(environment: Environment, part: string, sentence: string): string[] {
  try {
    return compileTemplate(environment, sentence).expressions.flatMap((expression) => {
      const checked = environment.check(expression);
      return checked.valid ? [] : [`${part}: ${firstLine(checked.error?.message ?? 'is wrong')}`];
    });
  } catch (err) {
    return [`${part}: ${err instanceof Error ? firstLine(err.message) : 'is wrong'}`];
  }
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`the expression gave ${value === null ? 'null' : typeof value}, not true or false`);
}

/** The library adds an excerpt of the expression with a marker. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
