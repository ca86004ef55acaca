CREATE TABLE webhooks (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  url text NOT NULL,
  host text NOT NULL,
  events text[] NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  last_delivery_at timestamp with time zone,
  last_status_code integer,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  format text DEFAULT 'json'::text NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT webhooks_check CHECK ((((status = 'disabled'::text) = (disabled_at IS NOT NULL)) AND ((disabled_at IS NULL) = (disabled_reason IS NULL)))),
  CONSTRAINT webhooks_check1 CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['admin'::text, 'gone'::text, 'exhausted_deliveries'::text, 'failing_too_long'::text]))),
  CONSTRAINT webhooks_events_check CHECK ((cardinality(events) >= 1)),
  CONSTRAINT webhooks_format_check CHECK ((format = ANY (ARRAY['json'::text, 'slack'::text, 'teams'::text]))),
  CONSTRAINT webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  CONSTRAINT webhooks_url_check CHECK ((length(url) <= 2048))
);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY webhooks_tenant ON webhooks
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
