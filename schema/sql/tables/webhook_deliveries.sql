CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  host text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  failure text,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  lease_owner text,
  lease_number integer DEFAULT 0 NOT NULL,
  lease_expires_at timestamp with time zone,
  redelivery_of uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  completed_at timestamp with time zone,
  traceparent text DEFAULT NULLIF(current_setting('app.trace_parent'::text, true), ''::text),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_check CHECK (((status = 'delivering'::text) = (lease_expires_at IS NOT NULL))),
  CONSTRAINT webhook_deliveries_check1 CHECK (((status = ANY (ARRAY['delivered'::text, 'failed'::text])) = (completed_at IS NOT NULL))),
  CONSTRAINT webhook_deliveries_failure_check CHECK ((failure = 'webhook_disabled'::text)),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivering'::text, 'delivered'::text, 'failed'::text])))
);

CREATE INDEX webhook_deliveries_completed ON public.webhook_deliveries USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at NULLS FIRST, created_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'delivering'::text]));
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (tenant_id, webhook_id, created_at DESC, id DESC) WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (tenant_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (tenant_id, webhook_id, event_id) WHERE (redelivery_of IS NULL);

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY webhook_deliveries_system ON webhook_deliveries FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY webhook_deliveries_tenant ON webhook_deliveries
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
