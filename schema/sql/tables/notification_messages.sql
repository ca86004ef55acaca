CREATE TABLE notification_messages (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  user_id uuid,
  delivery_id uuid,
  is_test boolean NOT NULL,
  events text[] NOT NULL,
  event_count integer NOT NULL,
  status text NOT NULL,
  error text,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  CONSTRAINT notification_messages_pkey PRIMARY KEY (id),
  CONSTRAINT notification_messages_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT notification_messages_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES notification_rules(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notification_messages_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  CONSTRAINT notification_messages_check CHECK (((status = 'queued'::text) = (completed_at IS NULL))),
  CONSTRAINT notification_messages_check1 CHECK ((num_nonnulls(user_id, delivery_id) <= 1)),
  CONSTRAINT notification_messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);

CREATE INDEX notification_messages_newest ON public.notification_messages USING btree (tenant_id, rule_id, created_at DESC, id DESC);
CREATE INDEX notification_messages_old ON public.notification_messages USING btree (tenant_id, created_at);
CREATE INDEX notification_messages_queued ON public.notification_messages USING btree (tenant_id) WHERE (status = 'queued'::text);

ALTER TABLE notification_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY notification_messages_system ON notification_messages FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (status = 'queued'::text)));
CREATE POLICY notification_messages_tenant ON notification_messages
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
