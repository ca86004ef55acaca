CREATE TABLE stored_objects (
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT stored_objects_pkey PRIMARY KEY (tenant_id, key),
  CONSTRAINT stored_objects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT stored_objects_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT stored_objects_kind_check CHECK ((kind = ANY (ARRAY['scans'::text, 'imports'::text, 'audit'::text])))
);

ALTER TABLE stored_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE stored_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY stored_objects_tenant ON stored_objects
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
