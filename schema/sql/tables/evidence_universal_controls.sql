CREATE TABLE evidence_universal_controls (
  tenant_id uuid NOT NULL,
  shown_id uuid NOT NULL,
  universal_no integer NOT NULL,
  evidence_id uuid NOT NULL,
  linked_by uuid NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  CONSTRAINT evidence_universal_controls_pkey PRIMARY KEY (tenant_id, shown_id, universal_no),
  CONSTRAINT evidence_universal_controls_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT evidence_universal_controls_universal_no_fkey FOREIGN KEY (universal_no) REFERENCES catalogue_universal_controls(no)
);

CREATE INDEX evidence_universal_controls_artifact ON public.evidence_universal_controls USING btree (tenant_id, evidence_id);
CREATE INDEX evidence_universal_controls_newest ON public.evidence_universal_controls USING btree (tenant_id, universal_no, linked_at DESC, shown_id DESC);

ALTER TABLE evidence_universal_controls ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_universal_controls FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_universal_controls_tenant ON evidence_universal_controls
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
