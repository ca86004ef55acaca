CREATE TABLE storage_reservations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT storage_reservations_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT storage_reservations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT storage_reservations_bytes_check CHECK ((bytes >= 0))
);

ALTER TABLE storage_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY storage_reservations_tenant ON storage_reservations
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
