/** A resource for which commands are filled in. */
export interface Target {
  id: string;
  name: string;
  /** Commands by the `order` of their steps. */
  commands: readonly { step: number; command: string }[];
}

interface Step {
  order: number;
  command: string | null;
}

/** The command of a step for one resource, and for each of several where they differ. */
export function commandsOf(
  { order, command }: Step,
  target: Target | undefined,
  targets: readonly Target[],
): { one: string | null; all: string[] } {
  if (command === null) return { one: null, all: [] };
  const of = ({ commands }: Target) => commands.find(({ step }) => step === order)?.command ?? command;
  const all = [...new Set(targets.map(of))];
  return { one: target ? of(target) : command, all: all.length > 1 ? all : [] };
}

interface Finding {
  id: string;
  resourceId: string | null;
  resource: { name: string | null } | null;
  commands: Target['commands'];
}

/** The resource of a finding as a target; none for a finding on an integration as a whole. */
export function targetsOf(findings: readonly Finding[]): Target[] {
  return findings.flatMap(({ id, resourceId, resource, commands }) =>
    resourceId === null ? [] : [{ id, name: resource?.name ?? resourceId, commands }],
  );
}
