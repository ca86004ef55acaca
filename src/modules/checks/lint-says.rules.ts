import type { Environment } from '@marcbachmann/cel-js';
import type { Content } from '../catalogue/content-shapes.js';
import type { LintFinding } from '../catalogue/lint/finding.js';
import type { PropertyShape, ResourceShape } from '../catalogue/resource-shapes.js';
import { printingEnvironment } from './shape-types.rules.js';
import { partsOfTemplate } from './template.rules.js';

type Check = Content['checkFiles'][number]['checks'][number];

/** What a text can be about. */
interface Subject {
  environment: Environment;
  /** Names of its properties that nobody else uses, by their letters alone: `vtpmenabled`. */
  names: ReadonlySet<string>;
}

/** Whether sentences about resources are written for people: they print neither true and false nor names of properties. */
export function lintSays({ checkFiles, resourceFiles }: Content): LintFinding[] {
  const shapes = resourceFiles.flatMap(({ resources }) => resources);
  const subjects = new Map(shapes.map((shape) => [shape.type, subjectOf(shape)]));
  return checkFiles.flatMap(({ file, checks }) =>
    checks.flatMap((check) =>
      sentencesOf(check).flatMap(({ part, type, sentence }) => {
        const subject = subjects.get(type);
        const problems = subject ? [...booleans(sentence, subject), ...propertyNames(sentence, subject)] : [];
        return problems.map((problem) => ({ file, id: check.id, problem: `${part} ${problem}` }));
      }),
    ),
  );
}

function subjectOf(shape: ResourceShape): Subject {
  return { environment: printingEnvironment(shape), names: new Set(namesIn(shape.properties).map(lettersOf)) };
}

/** Names of more than one word: another cannot be distinguished from a word of the sentence. */
function namesIn(properties: Record<string, PropertyShape>): string[] {
  return Object.entries(properties).flatMap(([name, property]) => [
    ...(name.includes('_') && !property.setting ? [name] : []),
    ...namesWithin(property),
  ]);
}

function namesWithin(property: PropertyShape): string[] {
  if (property.type === 'object') return namesIn(property.properties);
  return property.type === 'list' || property.type === 'map' ? namesWithin(property.of) : [];
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Sentences of a check, each with the type of the resources that it is about. */
function sentencesOf({ logic, resource_type: type }: Check): { part: string; type: string; sentence: string }[] {
  if (!logic) return [];
  const { says, population, on = type } = logic;
  return [
    { part: 'says.pass', type: on, sentence: says.pass },
    { part: 'says.fail', type: on, sentence: says.fail },
    ...(population ? [{ part: 'population.says', type: population.on, sentence: population.says }] : []),
  ];
}

/** Expressions that print true or false: alone, in a list or a map, or as the text that `string` makes of one. */
function booleans(sentence: string, { environment }: Subject): string[] {
  const isBoolean = (expression: string) => /\bbool\b/.test(environment.check(expression).type ?? '');
  return partsOfTemplate(sentence)
    .expressions.filter((expression) => [expression, ...convertedIn(expression)].some(isBoolean))
    .map((expression) => `prints true or false: {${expression}}`);
}

/** What an expression turns into text: `resource.encrypted` of `string(resource.encrypted)`. */
function convertedIn(expression: string): string[] {
  return [...expression.matchAll(/\bstring\(([^()]+)\)/g)].map(([, converted = '']) => converted);
}

/** Names of properties that a person would read, in snake case or camel case, also as text of an expression. */
function propertyNames(sentence: string, { names }: Subject): string[] {
  const { parts } = partsOfTemplate(sentence);
  const texts = parts.flatMap((part, index) => (index % 2 === 0 ? [part] : (part.match(/'[^']*'|"[^"]*"/g) ?? [])));
  const words = texts
    .flatMap((text) => text.match(/\w+/g) ?? [])
    .filter((word) => /[a-z\d](?:_[a-z\d]|[A-Z])/.test(word));
  return [...new Set(words)]
    .filter((word) => names.has(lettersOf(word)))
    .map((word) => `prints the name of a property: ${word}`);
}
