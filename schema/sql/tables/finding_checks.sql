CREATE TABLE finding_checks (
  tenant_id uuid NOT NULL,
  check_no integer NOT NULL,
  scanner text NOT NULL,
  rule_id text NOT NULL,
  rule_key uuid GENERATED ALWAYS AS ((md5(((scanner || chr(10)) || rule_id)))::uuid) STORED NOT NULL,
  check_id text,
  title text NOT NULL,
  severity text NOT NULL,
  control_nos integer[] NOT NULL,
  CONSTRAINT finding_checks_pkey PRIMARY KEY (tenant_id, check_no),
  CONSTRAINT finding_checks_tenant_id_rule_key_key UNIQUE (tenant_id, rule_key),
  CONSTRAINT finding_checks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE finding_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY finding_checks_tenant ON finding_checks
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
