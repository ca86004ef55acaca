import { z } from 'zod';
import { readYaml } from '../yaml.rules.js';

/** Expressions with text from anyone who may open an issue, comment, or propose a change. */
const UNTRUSTED = new RegExp(
  [
    String.raw`github\.head_ref`,
    String.raw`github\.event\.(?:issue|pull_request|discussion|comment|review|review_comment)\.(?:title|body)`,
    String.raw`github\.event\.pull_request\.head\.(?:ref|label|repo\.default_branch)`,
    String.raw`github\.event\.workflow_run\.(?:head_branch|display_title|head_commit\.(?:message|author\.(?:name|email)))`,
    String.raw`github\.event\.(?:head_commit|commits\S{0,10}?)\.(?:message|author\.(?:name|email))`,
    String.raw`github\.event\.pages\S{0,10}?\.page_name`,
  ].join('|'),
  'g',
);
/** Events that outsiders can trigger and that run with the repository's secrets and a token that may write. */
const PRIVILEGED = new Set(['pull_request_target', 'workflow_run', 'issue_comment']);
const FOREIGN_CODE =
  /github\.head_ref|github\.event\.(?:pull_request\.(?:head|merge_commit_sha)|workflow_run\.(?:head|pull_requests))|refs\/pull\//;
/** Commits of a pull request, in a line of a script. */
const PULL_REQUEST = new RegExp(String.raw`\bpull\/[^\s/]{0,200}\/(?:head|merge)\b|${FOREIGN_CODE.source}`);
/** Limit of steps beyond which a file is not analysed, because YAML aliases can make a small file large. */
const STEPS_MAX = 5_000;

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).nullish(),
});
/** An image, alone or with its settings. */
const Container = z.union([z.string(), z.object({ image: z.string().optional() })]);
const Job = z.object({
  uses: z.string().optional(),
  container: Container.nullish(),
  services: z.record(z.string(), Container.nullish()).nullish(),
  permissions: z.unknown().optional(),
  steps: z.array(Step).nullish(),
});
const Workflow = z.object({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
  permissions: z.unknown().optional(),
  jobs: z.record(z.string(), Job),
});
type Workflow = z.infer<typeof Workflow>;
interface NamedStep extends z.infer<typeof Step> {
  job: string;
}

/** Content properties of a `GitHubActionsWorkflow`; all null for a text that is not a workflow. */
export function workflowContent(text: string | null) {
  const workflow = text === null ? null : parsed(text);
  if (!workflow) {
    return {
      triggers: null,
      actions: null,
      unpinned_actions: null,
      injections: null,
      untrusted_checkouts: null,
      grants_all_permissions: null,
    };
  }
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([job, { steps }]) => (steps ?? []).map((step): NamedStep => ({ ...step, job })));
  const triggers = triggersOf(workflow);
  const actions = unique(
    [
      ...jobs.map(([, { uses }]) => uses),
      ...jobs.flatMap(([, job]) => imagesOf(job)),
      ...steps.map(({ uses }) => uses),
    ].filter((uses): uses is string => uses !== undefined && !uses.startsWith('./')),
  );
  return {
    triggers,
    actions,
    unpinned_actions: actions.filter((uses) => !isPinned(uses)),
    injections: unique(steps.flatMap((step) => injectionsOf(step).map((context) => `${step.job}: ${context}`))),
    untrusted_checkouts: triggers.some((trigger) => PRIVILEGED.has(trigger))
      ? unique(steps.filter(checksOutForeignCode).map(({ job }) => job))
      : [],
    grants_all_permissions: [workflow.permissions, ...jobs.map(([, job]) => job.permissions)].includes('write-all'),
  };
}

function parsed(text: string): Workflow | null {
  try {
    const { data } = Workflow.safeParse(readYaml(text));
    const count = Object.values(data?.jobs ?? {}).reduce((sum, { steps }) => sum + (steps?.length ?? 0), 0);
    return data && count <= STEPS_MAX ? data : null;
  } catch {
    return null;
  }
}

/** Images of a job and of the services beside it, as `docker://…`; one that an expression names is not pinned. */
function imagesOf({ container, services }: z.infer<typeof Job>): string[] {
  return [container, ...Object.values(services ?? {})].flatMap((each) => {
    const image = typeof each === 'string' ? each : each?.image;
    return image === undefined || image === '' ? [] : [`docker://${image}`];
  });
}

function triggersOf({ on }: Workflow): string[] {
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? on : Object.keys(on);
}

/** Whether an action is pinned to a full commit SHA, or an image to its digest. */
function isPinned(uses: string): boolean {
  return uses.startsWith('docker://')
    ? /@sha256:[0-9a-f]{64}$/.test(uses)
    : /@(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(uses);
}

function injectionsOf({ run, uses, with: inputs }: NamedStep): (string | undefined)[] {
  const script = uses?.startsWith('actions/github-script@') ? inputs?.script : undefined;
  return [run, script]
    .filter((code) => typeof code === 'string')
    .flatMap(expressionsIn)
    .flatMap((expression) => expression.match(UNTRUSTED) ?? []);
}

/** What stands within `${{` and `}}`. */
function expressionsIn(code: string): string[] {
  const [, ...begun] = code.split('${{');
  const last = begun.pop();
  return [...begun, ...(last?.includes('}}') ? [last] : [])].map((text) => text.split('}}', 1)[0] ?? '');
}

function checksOutForeignCode({ uses, run, with: inputs }: NamedStep): boolean {
  if (run !== undefined) return /\bgh pr checkout\b/.test(run) || fetchesForeignCode(run);
  if (!uses?.startsWith('actions/checkout@')) return false;
  return [inputs?.ref, inputs?.repository].some((value) => typeof value === 'string' && FOREIGN_CODE.test(value));
}

/** Whether a script gets the head of a pull request with git. */
function fetchesForeignCode(run: string): boolean {
  return run
    .split('\n')
    .some((line) => /\bgit\s+(?:fetch|pull|checkout|clone)\b/.test(line) && PULL_REQUEST.test(line));
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
