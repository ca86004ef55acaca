CREATE TABLE notification_rules (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  owner_id uuid,
  member_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  webhook_id uuid,
  events text[] NOT NULL,
  score_points integer NOT NULL,
  frameworks text[] NOT NULL,
  delivery text NOT NULL,
  digest_hour integer,
  timezone text,
  quiet_from text,
  quiet_to text,
  paused_at timestamp with time zone,
  pause_reason text,
  next_at timestamp with time zone,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT notification_rules_pkey PRIMARY KEY (id),
  CONSTRAINT notification_rules_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT notification_rules_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT notification_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT notification_rules_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id),
  CONSTRAINT notification_rules_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE SET NULL (webhook_id),
  CONSTRAINT notification_rules_check CHECK (((delivery = 'digest'::text) = (digest_hour IS NOT NULL))),
  CONSTRAINT notification_rules_check1 CHECK ((((num_nonnulls(quiet_from, quiet_to) = ANY (ARRAY[0, 2])) AND (quiet_from IS DISTINCT FROM quiet_to)) OR (quiet_from IS NULL))),
  CONSTRAINT notification_rules_check2 CHECK ((num_nonnulls(paused_at, pause_reason) = ANY (ARRAY[0, 2]))),
  CONSTRAINT notification_rules_check3 CHECK (((cardinality(member_ids) = 0) OR (num_nonnulls(owner_id, webhook_id) = 0))),
  CONSTRAINT notification_rules_check4 CHECK ((num_nonnulls(owner_id, webhook_id) <= 1)),
  CONSTRAINT notification_rules_delivery_check CHECK ((delivery = ANY (ARRAY['at_once'::text, 'digest'::text]))),
  CONSTRAINT notification_rules_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  CONSTRAINT notification_rules_events_check CHECK ((cardinality(events) >= 1)),
  CONSTRAINT notification_rules_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['person'::text, 'unsubscribed'::text, 'no_receiver'::text]))),
  CONSTRAINT notification_rules_score_points_check CHECK (((score_points >= 1) AND (score_points <= 100)))
);

CREATE INDEX notification_rules_of_tenant ON public.notification_rules USING btree (tenant_id, created_at, id);
CREATE INDEX notification_rules_of_webhook ON public.notification_rules USING btree (tenant_id, webhook_id) WHERE (webhook_id IS NOT NULL);

ALTER TABLE notification_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY notification_rules_system ON notification_rules FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY notification_rules_tenant ON notification_rules
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
