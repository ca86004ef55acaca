CREATE TABLE score_history (
  tenant_id uuid NOT NULL,
  posture_version bigint NOT NULL,
  framework text NOT NULL,
  at timestamp with time zone NOT NULL,
  previous_score double precision NOT NULL,
  score double precision NOT NULL,
  passed_controls integer NOT NULL,
  total_controls integer NOT NULL,
  scan_id uuid,
  assessment_id uuid,
  assured_controls integer DEFAULT 0 NOT NULL,
  assured_score double precision DEFAULT 0 NOT NULL,
  previous_assured_score double precision DEFAULT 0 NOT NULL,
  CONSTRAINT score_history_pkey PRIMARY KEY (tenant_id, framework, posture_version),
  CONSTRAINT score_history_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE score_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_history FORCE ROW LEVEL SECURITY;
CREATE POLICY score_history_tenant ON score_history
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
