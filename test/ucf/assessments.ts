import type { Client } from '../support/client.js';

export interface AssessmentBody {
  id: string;
  universal_control: { id: string; code: string; title: string };
  status: string;
  details: string | null;
  evidence_ids: string[];
  assessed_by: { id: string; name: string };
  created_at: string;
  propagated_controls: {
    id: string;
    control_id: string;
    framework: string;
    previous_status: string;
    new_status: string;
    is_held_by_findings: boolean;
    holding_checks: object[];
  }[];
}

/** Assesses a universal control over REST. @throws {Error} when it is not 201 */
export async function assess(
  client: Client,
  universalControlId: string,
  status: string,
  more: Record<string, unknown> = {},
): Promise<AssessmentBody> {
  const answer = await client.post('/api/ucf/assessments', {
    universal_control_id: universalControlId,
    status,
    ...more,
  });
  if (answer.status !== 201) throw new Error(`the assessment answered ${answer.status}: ${answer.text}`);
  return (answer.body as { data: AssessmentBody }).data;
}
