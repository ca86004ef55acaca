CREATE TABLE notifications (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  tenant_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  batch_id uuid,
  batched_at timestamp with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_tenant_id_rule_id_subject_key UNIQUE (tenant_id, rule_id, subject),
  CONSTRAINT notifications_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES notification_rules(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notifications_check CHECK ((num_nonnulls(batch_id, batched_at) = ANY (ARRAY[0, 2])))
);

CREATE INDEX notifications_batched ON public.notifications USING btree (tenant_id, batched_at) WHERE (batched_at IS NOT NULL);
CREATE INDEX notifications_waiting ON public.notifications USING btree (tenant_id, rule_id, occurred_at, sequence) WHERE (batch_id IS NULL);

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY notifications_system ON notifications FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (batch_id IS NULL)));
CREATE POLICY notifications_tenant ON notifications
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
