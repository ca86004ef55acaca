CREATE TABLE evidence_versions (
  tenant_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  document_id uuid NOT NULL,
  version integer NOT NULL,
  is_current boolean NOT NULL,
  CONSTRAINT evidence_versions_pkey PRIMARY KEY (tenant_id, evidence_id),
  CONSTRAINT evidence_versions_tenant_id_document_id_version_key UNIQUE (tenant_id, document_id, version),
  CONSTRAINT evidence_versions_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT evidence_versions_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT evidence_versions_version_check CHECK ((version >= 1))
);

CREATE INDEX evidence_versions_former ON public.evidence_versions USING btree (tenant_id, evidence_id) WHERE (NOT is_current);

ALTER TABLE evidence_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_versions_tenant ON evidence_versions
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
