/** Evidence as `GET /api/evidence/{id}` answers it; rows of the list have no `download_url`. */
export interface EvidenceBody {
  id: string;
  type: string;
  title: string;
  description: string | null;
  control_id: string;
  controls: { id: string; control_id: string; framework: string }[];
  controls_total: number;
  scan_job_id: string | null;
  part_of_id: string | null;
  file_reference: string;
  file_name: string;
  content_type: string;
  size: number;
  sha256: string;
  collected_at: string;
  expires_at: string | null;
  created_at: string;
  created_by: string | null;
  document_id: string;
  version: number;
  versions_total: number;
  current_id: string;
  versions: object[];
  universal_controls: object[];
  download_url: string;
}
