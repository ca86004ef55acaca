CREATE TABLE control_votes (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  control_no integer NOT NULL,
  result text NOT NULL,
  scan_id uuid NOT NULL,
  evaluated_at timestamp with time zone NOT NULL,
  CONSTRAINT control_votes_pkey PRIMARY KEY (tenant_id, integration_id, control_no),
  CONSTRAINT control_votes_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT control_votes_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT control_votes_result_check CHECK ((result = ANY (ARRAY['pass'::text, 'fail'::text, 'not_applicable'::text])))
);

CREATE INDEX control_votes_control ON public.control_votes USING btree (tenant_id, control_no);

ALTER TABLE control_votes ENABLE ROW LEVEL SECURITY;
ALTER TABLE control_votes FORCE ROW LEVEL SECURITY;
CREATE POLICY control_votes_tenant ON control_votes
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
