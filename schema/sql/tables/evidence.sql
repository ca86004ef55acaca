CREATE TABLE evidence (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  description text,
  file_reference text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  collected_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  scan_id uuid,
  CONSTRAINT evidence_pkey PRIMARY KEY (id),
  CONSTRAINT evidence_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT evidence_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT evidence_sha256_check CHECK ((length(sha256) = 64)),
  CONSTRAINT evidence_type_check CHECK ((type = ANY (ARRAY['auto'::text, 'manual'::text])))
);

CREATE INDEX evidence_expiring ON public.evidence USING btree (tenant_id, expires_at, created_at DESC, id DESC) INCLUDE (type) WHERE (expires_at IS NOT NULL);
CREATE INDEX evidence_file_reference ON public.evidence USING btree (tenant_id, file_reference COLLATE "C");
CREATE INDEX evidence_newest ON public.evidence USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX evidence_scan ON public.evidence USING btree (tenant_id, scan_id) WHERE (scan_id IS NOT NULL);
CREATE INDEX evidence_uploaded ON public.evidence USING btree (tenant_id, created_at DESC, id DESC) INCLUDE (collected_at, expires_at) WHERE (type = 'manual'::text);
CREATE INDEX evidence_uploads_by_expiry ON public.evidence USING btree (tenant_id, expires_at, created_at DESC, id DESC) WHERE (type = 'manual'::text);
CREATE INDEX evidence_with_expiry ON public.evidence USING btree (tenant_id, created_at DESC, id DESC) INCLUDE (expires_at, type) WHERE (expires_at IS NOT NULL);

ALTER TABLE evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_tenant ON evidence
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER evidence_count AFTER INSERT ON public.evidence REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('evidence', 'type || '' '' || coalesce(to_char(expires_at at time zone ''UTC'', ''YYYY-MM-DD''), ''-'')');
CREATE TRIGGER evidence_uncount AFTER DELETE ON public.evidence REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('evidence', 'type || '' '' || coalesce(to_char(expires_at at time zone ''UTC'', ''YYYY-MM-DD''), ''-'')');
