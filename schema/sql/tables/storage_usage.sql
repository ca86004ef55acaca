CREATE TABLE storage_usage (
  tenant_id uuid NOT NULL,
  bytes bigint NOT NULL,
  files integer NOT NULL,
  scan_bytes bigint DEFAULT 0 NOT NULL,
  import_bytes bigint DEFAULT 0 NOT NULL,
  audit_bytes bigint DEFAULT 0 NOT NULL,
  CONSTRAINT storage_usage_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT storage_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT storage_usage_audit_bytes_check CHECK ((audit_bytes >= 0)),
  CONSTRAINT storage_usage_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT storage_usage_files_check CHECK ((files >= 0)),
  CONSTRAINT storage_usage_import_bytes_check CHECK ((import_bytes >= 0)),
  CONSTRAINT storage_usage_scan_bytes_check CHECK ((scan_bytes >= 0))
);

ALTER TABLE storage_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY storage_usage_tenant ON storage_usage
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
