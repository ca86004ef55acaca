CREATE TABLE audit_heads (
  tenant_id uuid NOT NULL,
  size bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  note text NOT NULL,
  subtrees text[] NOT NULL,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (tenant_id, size),
  CONSTRAINT audit_heads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT audit_heads_size_check CHECK ((size > 0))
);

ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_heads_tenant ON audit_heads
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
