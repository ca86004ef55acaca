import { readSync, writeSync } from 'node:fs';
import type { Resource } from '../../connectors/resource.js';
import { compileLogic, type Evaluator } from '../checks/check-compiler.js';
import { evaluationEnvironment } from '../checks/shape-types.rules.js';
import type { SandboxCommand, SandboxMessage, Verdict } from './sandbox-protocol.js';

/**
 * The process in which tenants' expressions run; see `SandboxProcess` for its permissions. It reads commands and writes
 * messages without an event loop in between: the line that names a check is written before the check begins. It ends with its
 * input.
 */

const [INPUT, OUTPUT] = [0, 1];
const READ_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;
const MESSAGE_LENGTH_MAX = 300;

interface Compiled {
  resourceType: string;
  evaluate: Evaluator | null;
}

let checks: Compiled[] = [];
for (const line of lines()) {
  const command = JSON.parse(line) as SandboxCommand;
  if ('checks' in command) prepare(command.checks);
  else evaluate(command.resources, new Set(command.skip));
}

function prepare(wanted: Extract<SandboxCommand, { checks: unknown }>['checks']): void {
  const environment = evaluationEnvironment();
  const broken: { check: number; message: string }[] = [];
  checks = wanted.map(({ resourceType, logic }, check) => {
    try {
      return { resourceType, evaluate: compileLogic(logic, environment) };
    } catch (err) {
      broken.push({ check, message: messageOf(err) });
      return { resourceType, evaluate: null };
    }
  });
  send({ ready: true, broken });
}

function evaluate(resources: Resource[], skip: ReadonlySet<number>): void {
  for (const [check, { resourceType, evaluate: evaluateOne }] of checks.entries()) {
    if (!evaluateOne || skip.has(check) || !resources.some(({ type }) => type === resourceType)) continue;
    send({ running: check });
    const verdicts = resources.flatMap((resource, index): Verdict[] => {
      if (resource.type !== resourceType) return [];
      const evaluation = evaluateOne(resource);
      switch (evaluation.status) {
        case 'out_of_scope':
          return [];
        case 'error':
          return [[index, 'error', evaluation.message.slice(0, MESSAGE_LENGTH_MAX)]];
        case 'pass':
        case 'fail':
          return [[index, evaluation.status, evaluation.summary]];
      }
    });
    send({ evaluated: check, verdicts });
  }
  send({ done: true });
}

function send(message: SandboxMessage): void {
  const bytes = Buffer.from(JSON.stringify(message) + '\n');
  for (let sent = 0; sent < bytes.length;) sent += writeSync(OUTPUT, bytes, sent);
}

function* lines(): Generator<string> {
  const chunk = Buffer.alloc(READ_BYTES);
  let pending: Buffer[] = [];
  for (;;) {
    const count = readSync(INPUT, chunk);
    if (count === 0) return;
    let rest = Buffer.from(chunk.subarray(0, count));
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      yield Buffer.concat([...pending, rest.subarray(0, end)]).toString('utf8');
      pending = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pending.push(rest);
  }
}

function messageOf(err: unknown): string {
  return (err instanceof Error ? err.message : String(err)).slice(0, MESSAGE_LENGTH_MAX);
}
