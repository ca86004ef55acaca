import type { ControlSelection } from '../../feature/feature.js';
import { textsGiven, type GivenArguments } from '../../feature/list-size.js';

const LEVELS_MAX = 50;

/** What of the arguments of a list of controls selects by the catalogue; what depends on an organization bounds nothing. */
export function selectionOf(args: GivenArguments): Omit<ControlSelection, 'frameworks'> {
  return {
    domains: textsGiven(args, 'domain', 'domains'),
    categories: textsGiven(args, 'category', 'categories'),
    levels: levelsOf(args),
  };
}

function levelsOf({ level, levels }: GivenArguments): number[] | null {
  if (typeof level === 'number' && level >= 1 && level <= LEVELS_MAX) {
    return Array.from({ length: level }, (_, below) => below + 1);
  }
  const given: unknown[] = Array.isArray(levels) ? levels : [levels];
  if (given.length > LEVELS_MAX) return null;
  const numbers = given.filter((each) => typeof each === 'number');
  return numbers.length === 0 || numbers.length < given.length ? null : numbers;
}
