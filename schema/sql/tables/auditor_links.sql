CREATE TABLE auditor_links (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  label text NOT NULL,
  framework text NOT NULL,
  period_from timestamp with time zone NOT NULL,
  period_to timestamp with time zone NOT NULL,
  hash text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT auditor_links_pkey PRIMARY KEY (id),
  CONSTRAINT auditor_links_hash_key UNIQUE (hash),
  CONSTRAINT auditor_links_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT auditor_links_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT auditor_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT auditor_links_check CHECK ((period_from < period_to)),
  CONSTRAINT auditor_links_hash_check CHECK ((length(hash) = 64)),
  CONSTRAINT auditor_links_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100)))
);

CREATE INDEX auditor_links_newest ON public.auditor_links USING btree (tenant_id, created_at DESC, id DESC);

ALTER TABLE auditor_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE auditor_links FORCE ROW LEVEL SECURITY;
CREATE POLICY auditor_links_credential ON auditor_links FOR SELECT
  USING ((hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY auditor_links_tenant ON auditor_links
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
