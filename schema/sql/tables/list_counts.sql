CREATE TABLE list_counts (
  tenant_id uuid NOT NULL,
  list text NOT NULL,
  subset text NOT NULL,
  rows bigint NOT NULL,
  CONSTRAINT list_counts_pkey PRIMARY KEY (tenant_id, list, subset),
  CONSTRAINT list_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE list_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY list_counts_tenant ON list_counts
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
