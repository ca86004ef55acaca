CREATE TABLE assessment_notices (
  tenant_id uuid NOT NULL,
  subject text NOT NULL,
  assessment_id uuid NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT assessment_notices_pkey PRIMARY KEY (tenant_id, subject),
  CONSTRAINT assessment_notices_tenant_id_assessment_id_fkey FOREIGN KEY (tenant_id, assessment_id) REFERENCES assessments(tenant_id, id),
  CONSTRAINT assessment_notices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE assessment_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE assessment_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY assessment_notices_tenant ON assessment_notices
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
