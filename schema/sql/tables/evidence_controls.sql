CREATE TABLE evidence_controls (
  tenant_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_no integer NOT NULL,
  type text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT evidence_controls_pkey PRIMARY KEY (tenant_id, evidence_id, control_no),
  CONSTRAINT evidence_controls_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT evidence_controls_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX evidence_controls_newest ON public.evidence_controls USING btree (tenant_id, control_no, type, created_at DESC, evidence_id DESC);

ALTER TABLE evidence_controls ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_controls FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_controls_tenant ON evidence_controls
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
