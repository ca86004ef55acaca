CREATE TABLE postures (
  tenant_id uuid NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  statuses bytea DEFAULT '\x'::bytea NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  assurances bytea DEFAULT '\x'::bytea NOT NULL,
  decided_content text,
  CONSTRAINT postures_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT postures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE postures ENABLE ROW LEVEL SECURITY;
ALTER TABLE postures FORCE ROW LEVEL SECURITY;
CREATE POLICY postures_tenant ON postures
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
