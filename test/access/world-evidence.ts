import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';

interface Owner {
  admin: Client;
  tenantId: string;
  universalControlId: string;
}

/** Uploads an artifact that is linked and has a version, and one that is withdrawn. @returns their ids */
export async function furnishEvidence(
  database: TestDatabase,
  { admin, tenantId, universalControlId }: Owner,
): Promise<{ uploadedEvidenceId: string; withdrawnEvidenceId: string }> {
  const uploadedEvidenceId = await upload(admin, 'A note on the backups of last week.', 'note.txt');
  await admin.post(`/api/evidence/${uploadedEvidenceId}/link`, { universal_control_ids: [universalControlId] });
  await database.query(
    `insert into evidence_versions (tenant_id, evidence_id, document_id, version, is_current) values ($1, $2, $2, 1, true)`,
    [tenantId, uploadedEvidenceId],
  );
  return { uploadedEvidenceId, withdrawnEvidenceId: await withdrawnUpload(database, admin) };
}

/** Uploads an artifact and withdraws it, as of long ago. @returns its id */
async function withdrawnUpload(database: TestDatabase, admin: Client): Promise<string> {
  const id = await upload(admin, 'A note that should not be here.', 'wrong.txt');
  await admin.post(`/api/evidence/${id}/withdraw`, { reason_code: 'wrong_file', reason: 'Of another company.' });
  await database.query('update evidence_withdrawals set purged_at = now() where evidence_id = $1', [id]);
  return id;
}

async function upload(admin: Client, content: string, fileName: string): Promise<string> {
  const { body } = await admin.upload('/api/evidence/upload', content, fileName);
  return (body as { data: { id: string } }).data.id;
}
