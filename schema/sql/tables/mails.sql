CREATE TABLE mails (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  reference text NOT NULL,
  message text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  lease_number integer DEFAULT 0 NOT NULL,
  lease_expires_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  traceparent text DEFAULT NULLIF(current_setting('app.trace_parent'::text, true), ''::text),
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT mails_check CHECK (((message IS NULL) = (failed_at IS NOT NULL)))
);

CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (failed_at IS NULL);
CREATE INDEX mails_reference ON public.mails USING btree (tenant_id, reference);

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
CREATE POLICY mails_system ON mails FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (failed_at IS NULL)));
CREATE POLICY mails_tenant ON mails
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
