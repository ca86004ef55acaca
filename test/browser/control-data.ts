import type { TestTenant } from '../support/service.js';

/** A control as a list shows it. */
export interface Listed {
  id: string;
  controlId: string;
  title: string;
  category: string;
  status: string;
  mappings: { universalControl: { id: string; code: string } }[];
}

const LISTED = `query ($framework: String!) {
  controls(framework: $framework) { id controlId title category status mappings { universalControl { id code } } }
}`;

/** Controls of a framework. */
export async function list(tenant: TestTenant, framework: string): Promise<Listed[]> {
  return (await tenant.admin.data<{ controls: Listed[] }>(LISTED, { framework })).controls;
}

/** Domain of a universal control. */
export async function domainOf({ admin }: TestTenant, id: string): Promise<{ code: string; name: string }> {
  const { universalControl } = await admin.data<{ universalControl: { domain: { code: string; name: string } } }>(
    'query ($id: ID!) { universalControl(id: $id) { domain { code name } } }',
    { id },
  );
  return universalControl.domain;
}

/** An entry of the time line for each artifact of a type that a control has. */
export async function evidenceOf({ admin }: TestTenant, id: string, type: string): Promise<string[]> {
  const { control } = await admin.data<{ control: { evidence: { type: string }[] } }>(
    'query ($id: ID!) { control(id: $id) { evidence { type } } }',
    { id },
  );
  return control.evidence.filter((each) => each.type === type).map(() => 'Evidence');
}

/** Id of a universal control whose assessment as compliant failing tests outvote for that control. */
export async function heldBy({ admin }: TestTenant, { id, mappings }: Listed): Promise<string> {
  for (const { universalControl } of mappings) {
    const { previewAssessment } = await admin.data<{
      previewAssessment: { propagatedControls: { isHeldByFindings: boolean; control: { id: string } }[] };
    }>(
      `query ($input: PreviewAssessmentInput!) {
        previewAssessment(input: $input) { propagatedControls { isHeldByFindings control { id } } }
      }`,
      { input: { universalControlId: universalControl.id, status: 'compliant' } },
    );
    const isHeld = previewAssessment.propagatedControls.some((each) => each.isHeldByFindings && each.control.id === id);
    if (isHeld) return universalControl.id;
  }
  throw new Error('findings hold none of its universal controls');
}

/** The first item that is wanted. @throws {Error} when there is none */
export function first<Item>(items: readonly Item[], isWanted: (item: Item) => boolean = () => true): Item {
  const found = items.find(isWanted);
  if (found === undefined) throw new Error('none of the items is wanted');
  return found;
}
