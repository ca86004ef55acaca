import { readSync, writeSync } from 'node:fs';
import type { Resource } from '../../connectors/resource.js';
import { compileLogic, type Judge } from '../checks/check-compiler.js';
import { evaluationEnvironment } from '../checks/shape-types.rules.js';
import type { Order, Told, Verdict } from './sandbox-protocol.js';

/**
 * The process in which tenants' expressions run; see `SandboxProcess` for what it may. It reads orders and tells what it
 * does without an event loop in between: the line that names a check is out before the check begins. It ends when nobody
 * gives orders any more.
 */

const [INPUT, OUTPUT] = [0, 1];
const READ_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;
const MESSAGE_LENGTH_MAX = 300;

interface Compiled {
  resourceType: string;
  judge: Judge | null;
}

let checks: Compiled[] = [];
for (const line of lines()) {
  const order = JSON.parse(line) as Order;
  if ('checks' in order) prepare(order.checks);
  else judge(order.resources, new Set(order.skip));
}

function prepare(wanted: Extract<Order, { checks: unknown }>['checks']): void {
  const environment = evaluationEnvironment();
  const broken: { check: number; message: string }[] = [];
  checks = wanted.map(({ resourceType, logic }, check) => {
    try {
      return { resourceType, judge: compileLogic(logic, environment) };
    } catch (err) {
      broken.push({ check, message: messageOf(err) });
      return { resourceType, judge: null };
    }
  });
  tell({ ready: true, broken });
}

function judge(resources: Resource[], skip: ReadonlySet<number>): void {
  for (const [check, { resourceType, judge: judgeOne }] of checks.entries()) {
    if (!judgeOne || skip.has(check) || !resources.some(({ type }) => type === resourceType)) continue;
    tell({ running: check });
    const verdicts = resources.flatMap((resource, index): Verdict[] => {
      if (resource.type !== resourceType) return [];
      const judgement = judgeOne(resource);
      switch (judgement.status) {
        case 'out_of_scope':
          return [];
        case 'error':
          return [[index, 'error', judgement.message.slice(0, MESSAGE_LENGTH_MAX)]];
        case 'pass':
        case 'fail':
          return [[index, judgement.status, judgement.summary]];
      }
    });
    tell({ judged: check, verdicts });
  }
  tell({ done: true });
}

function tell(told: Told): void {
  const bytes = Buffer.from(JSON.stringify(told) + '\n');
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
