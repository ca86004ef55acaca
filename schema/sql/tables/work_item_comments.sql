CREATE TABLE work_item_comments (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  work_item_id uuid NOT NULL,
  text text,
  mentioned_ids uuid[] NOT NULL,
  author_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  CONSTRAINT work_item_comments_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_comments_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT work_item_comments_tenant_id_author_id_fkey FOREIGN KEY (tenant_id, author_id) REFERENCES users(tenant_id, id),
  CONSTRAINT work_item_comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT work_item_comments_tenant_id_work_item_id_fkey FOREIGN KEY (tenant_id, work_item_id) REFERENCES work_items(tenant_id, id),
  CONSTRAINT work_item_comments_check CHECK (((text IS NULL) = (deleted_at IS NOT NULL)))
);

CREATE INDEX work_item_comments_of_item ON public.work_item_comments USING btree (tenant_id, work_item_id, created_at, id);

ALTER TABLE work_item_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_item_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY work_item_comments_tenant ON work_item_comments
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
