import { bar, count, fit, wrap } from './draw.js';
import type { FailingControl, RemediationStep } from './queries.js';
import type { MovedControl, Reach } from './reach.rules.js';
import type { Screen } from './screen.js';
import type { ScoreLine, Scores } from './scores.rules.js';

const BAR_CELLS_MAX = 30;
const BAR_CELLS_MIN = 10;
const INDENT = '   ';
/** Limit of named controls for each framework; further ones are counted. */
const NAMED_MAX = 4;
const COLOUR_OF = { critical: 'red', high: 'red', medium: 'yellow', low: 'blue', informational: 'gray' } as const;

/** A table: the assured score of each framework as a number and a bar, its score, and the counts behind them. */
export function showScores(screen: Screen, { frameworks, overall }: Scores): void {
  const nameWidth = Math.max(...[...frameworks, overall].map(({ name }) => name.length));
  const columns = nameWidth + ' assured    score  passed  failed  no verdict  '.length;
  const cells = Math.max(BAR_CELLS_MIN, Math.min(screen.width - columns, BAR_CELLS_MAX));
  const line = ({ name, assuredScore, score, passed, failed, total }: ScoreLine) =>
    [
      name.padEnd(nameWidth),
      screen.paint('bold', inPercent(assuredScore).padStart(7)),
      screen.paint('cyan', bar(assuredScore ?? 0, cells)),
      inPercent(score).padStart(6),
      screen.paint('green', String(passed).padStart(7)),
      screen.paint('red', String(failed).padStart(7)),
      String(total - passed - failed).padStart(11),
    ].join(' ');
  const head = `${' '.repeat(nameWidth)} assured ${' '.repeat(cells)}  score  passed  failed  no verdict`;
  screen.heading('Score of each framework');
  screen.print(screen.paint('dim', head), ...frameworks.map(line), '', line(overall), '');
  const rule =
    'Score = 100 × passed / all controls, by tests and assessments. The assured score counts only what they show in full.';
  screen.print(...wrap(rule, screen.width).map((each) => screen.paint('dim', each)));
}

/** A score with one decimal; a dash where nothing decides a control. */
function inPercent(score: number | null): string {
  return score === null ? '–' : score.toFixed(1);
}

/** Prints each control with its failing checks and its first remediation step. */
export function showWorst(screen: Screen, worst: readonly FailingControl[], failingCount: number): void {
  const title = worst.length < failingCount ? `The worst ${worst.length} of ${failingCount}` : `All ${failingCount}`;
  screen.heading(`${title} failing controls, and where to start`);
  for (const [index, { control, severity, finding }] of worst.entries()) {
    if (index > 0) screen.print('');
    const name = `${control.framework.name} ${control.controlId}`;
    const badge = severity ? screen.paint(['bold', COLOUR_OF[severity]], severity.toUpperCase()) : 'FAILED';
    const room = screen.width - INDENT.length - name.length - (severity ?? 'failed').length - 3;
    screen.print(`${index + 1}  ${badge} ${screen.paint('bold', name)} ${fit(control.title, room)}`);
    printWrapped(screen, finding);
    showStep(screen, control.remediation.steps[0]);
  }
}

function showStep(screen: Screen, step: RemediationStep | undefined): void {
  if (!step) {
    printWrapped(screen, 'The service knows no step for it.');
    return;
  }
  screen.print(`${INDENT}${screen.paint('green', '→')} ${screen.paint('bold', step.title)}`);
  printWrapped(screen, step.instruction, `${INDENT}  `);
  // Not wrapped: a command has to survive being copied.
  if (step.command !== null) screen.print(`${INDENT}  ${screen.paint('cyan', `$ ${step.command}`)}`);
}

function printWrapped(screen: Screen, content: string, indent = INDENT): void {
  screen.print(...wrap(content, screen.width - indent.length).map((line) => indent + line));
}

export interface ShownReach extends Reach {
  /** Framework and short code of the control that is repaired. */
  from: string;
  query: string;
  /** Null where it is unknown. */
  firstStep: RemediationStep | null;
}

/** Prints the controls of other frameworks that one fix repairs, by framework, and the query that found them. */
export function showReach(
  screen: Screen,
  reach: ShownReach,
  { graphiqlUrl, hint }: { graphiqlUrl: string; hint: string },
): void {
  const { from, check, firstStep, moved, movedCount, others, query } = reach;
  screen.heading(`One fix, ${count(moved.size + 1, 'framework')}`);
  screen.print(`Make one check pass: ${screen.paint('bold', fit(check, screen.width - 21))}`);
  if (firstStep) showStep(screen, firstStep);
  const elsewhere = `${count(movedCount, 'failing control')} of ${count(moved.size, 'other framework')}`;
  const claim = `It fails ${from}. Through the Unified Control Framework the same fix moves ${elsewhere}:`;
  screen.print('', ...wrap(claim, screen.width), '');
  const all = [...moved.values()].flat();
  const widths = {
    framework: widest(all, ({ framework }) => framework),
    id: widest(all, ({ controlId }) => controlId),
  };
  for (const [framework, controls] of moved) screen.print(...movedLines(screen, framework, controls, widths));
  if (others > 0) {
    const rest = `Not counted: ${count(others, 'failing control')} behind the same universal controls that other checks fail.`;
    screen.print('', ...wrap(rest, screen.width).map((line) => screen.paint('dim', line)));
  }
  screen.print('', `One GraphQL query read this. Paste it into ${screen.paint('cyan', graphiqlUrl)}`);
  screen.print(...wrap(hint, screen.width).map((line) => screen.paint('dim', line)), '');
  screen.print(...query.split('\n'));
}

function widest(controls: readonly MovedControl[], pick: (control: MovedControl) => string): number {
  return Math.max(0, ...controls.map((control) => pick(control).length));
}

function movedLines(
  screen: Screen,
  framework: string,
  controls: readonly MovedControl[],
  widths: { framework: number; id: number },
): string[] {
  const blank = ' '.repeat(widths.framework);
  const lines = controls.slice(0, NAMED_MAX).map(({ controlId, title, relationship, universalCode }, index) => {
    const relation = `${RELATION_TEXT[relationship]} ${universalCode}`;
    const room = Math.max(0, screen.width - widths.framework - widths.id - relation.length - 6);
    const name = index === 0 ? screen.paint('bold', framework.padEnd(widths.framework)) : blank;
    return `${name}  ${controlId.padEnd(widths.id)}  ${fit(title, room).padEnd(room)}  ${screen.paint('dim', relation)}`;
  });
  const rest = controls.length - lines.length;
  return rest > 0 ? [...lines, `${blank}  ${screen.paint('dim', `and ${rest} more`)}`] : lines;
}

/** Words for a relationship: the framework's control is … the universal control. */
const RELATION_TEXT = {
  equal: 'equal to',
  subset: 'subset of',
  superset: 'superset of',
  intersects: 'intersects',
} as const;
