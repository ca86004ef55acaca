CREATE TABLE assessments (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  universal_no integer NOT NULL,
  status text NOT NULL,
  details text,
  evidence_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  assessed_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  propagation jsonb DEFAULT '[]'::jsonb NOT NULL,
  is_supported boolean DEFAULT false NOT NULL,
  expires_at timestamp with time zone,
  expired_id uuid,
  CONSTRAINT assessments_pkey PRIMARY KEY (id),
  CONSTRAINT assessments_expired_id_key UNIQUE (expired_id),
  CONSTRAINT assessments_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT assessments_tenant_id_assessed_by_fkey FOREIGN KEY (tenant_id, assessed_by) REFERENCES users(tenant_id, id),
  CONSTRAINT assessments_tenant_id_expired_id_fkey FOREIGN KEY (tenant_id, expired_id) REFERENCES assessments(tenant_id, id),
  CONSTRAINT assessments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT assessments_universal_no_fkey FOREIGN KEY (universal_no) REFERENCES catalogue_universal_controls(no),
  CONSTRAINT assessments_status_check CHECK ((status = ANY (ARRAY['compliant'::text, 'partially_compliant'::text, 'non_compliant'::text, 'not_assessed'::text])))
);

CREATE INDEX assessments_expiring ON public.assessments USING btree (tenant_id, expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX assessments_in_force ON public.assessments USING btree (tenant_id, universal_no, created_at DESC, id DESC);
CREATE INDEX assessments_newest ON public.assessments USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX assessments_of_control_status ON public.assessments USING btree (tenant_id, universal_no, status, created_at DESC, id DESC);
CREATE INDEX assessments_of_status ON public.assessments USING btree (tenant_id, status, created_at DESC, id DESC);

ALTER TABLE assessments ENABLE ROW LEVEL SECURITY;
ALTER TABLE assessments FORCE ROW LEVEL SECURITY;
CREATE POLICY assessments_tenant ON assessments
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER assessments_count AFTER INSERT ON public.assessments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('assessments', 'universal_no || '' '' || status');
CREATE TRIGGER assessments_uncount AFTER DELETE ON public.assessments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('assessments', 'universal_no || '' '' || status');
