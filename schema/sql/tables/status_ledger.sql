CREATE TABLE status_ledger (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id uuid NOT NULL,
  control_no integer NOT NULL,
  previous_status text NOT NULL,
  status text NOT NULL,
  source text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid,
  scan_id uuid,
  assessment_id uuid,
  reason text NOT NULL,
  posture_version bigint,
  assurance smallint DEFAULT 0 NOT NULL,
  previous_assurance smallint DEFAULT 0 NOT NULL,
  cause text,
  CONSTRAINT status_ledger_pkey PRIMARY KEY (id),
  CONSTRAINT status_ledger_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT status_ledger_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT status_ledger_cause_check CHECK ((cause = ANY (ARRAY['resource_changed'::text, 'check_changed'::text, 'mapping_changed'::text, 'scope_changed'::text, 'judgement'::text, 'exception'::text, 'connection'::text, 'setting_changed'::text]))),
  CONSTRAINT status_ledger_source_check CHECK ((source = ANY (ARRAY['scan'::text, 'assessment'::text, 'scope'::text])))
);

CREATE INDEX status_ledger_control ON public.status_ledger USING btree (tenant_id, control_no, sequence DESC);
CREATE INDEX status_ledger_feed ON public.status_ledger USING btree (tenant_id, changed_at DESC, sequence DESC);
CREATE INDEX status_ledger_version ON public.status_ledger USING btree (tenant_id, posture_version);

ALTER TABLE status_ledger ENABLE ROW LEVEL SECURITY;
ALTER TABLE status_ledger FORCE ROW LEVEL SECURITY;
CREATE POLICY status_ledger_tenant ON status_ledger
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
