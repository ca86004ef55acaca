CREATE TABLE auditor_comments (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  link_id uuid NOT NULL,
  control_no integer,
  kind text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  answer_evidence_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT auditor_comments_pkey PRIMARY KEY (id),
  CONSTRAINT auditor_comments_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT auditor_comments_tenant_id_answered_by_fkey FOREIGN KEY (tenant_id, answered_by) REFERENCES users(tenant_id, id),
  CONSTRAINT auditor_comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT auditor_comments_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES auditor_links(tenant_id, id),
  CONSTRAINT auditor_comments_check CHECK ((num_nonnulls(answer, answered_by, answered_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT auditor_comments_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'request'::text])))
);

CREATE INDEX auditor_comments_newest ON public.auditor_comments USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX auditor_comments_of_link ON public.auditor_comments USING btree (tenant_id, link_id, created_at, id);

ALTER TABLE auditor_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE auditor_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY auditor_comments_tenant ON auditor_comments
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
