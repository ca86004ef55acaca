CREATE TABLE used_assertions (
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  assertion_hash text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_assertions_pkey PRIMARY KEY (tenant_id, connection_id, assertion_hash),
  CONSTRAINT used_assertions_tenant_id_connection_id_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES identity_connections(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT used_assertions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

CREATE INDEX used_assertions_over ON public.used_assertions USING btree (tenant_id, expires_at);

ALTER TABLE used_assertions ENABLE ROW LEVEL SECURITY;
ALTER TABLE used_assertions FORCE ROW LEVEL SECURITY;
CREATE POLICY used_assertions_tenant ON used_assertions
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
