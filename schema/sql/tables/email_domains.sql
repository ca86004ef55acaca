CREATE TABLE email_domains (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  CONSTRAINT email_domains_pkey PRIMARY KEY (id),
  CONSTRAINT email_domains_tenant_id_domain_key UNIQUE (tenant_id, domain),
  CONSTRAINT email_domains_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT email_domains_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id) ON DELETE SET NULL (created_by),
  CONSTRAINT email_domains_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT email_domains_check CHECK (((missing_since IS NULL) OR (verified_at IS NOT NULL)))
);

CREATE UNIQUE INDEX email_domains_holder ON public.email_domains USING btree (domain) WHERE (verified_at IS NOT NULL);

ALTER TABLE email_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY email_domains_login ON email_domains FOR SELECT
  USING (((verified_at IS NOT NULL) AND (domain = "substring"(NULLIF(current_setting('app.login_email'::text, true), ''::text), '@([^@]+)$'::text))));
CREATE POLICY email_domains_tenant ON email_domains
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
