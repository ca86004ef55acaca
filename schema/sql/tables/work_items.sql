CREATE TABLE work_items (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  title text NOT NULL,
  check_id text,
  control_no integer,
  exception_id uuid,
  finding_resource_no integer,
  finding_check_no integer,
  finding_copy_no integer,
  owner_id uuid,
  due_on date,
  state text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_by uuid,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT work_items_pkey PRIMARY KEY (id),
  CONSTRAINT work_items_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT work_items_tenant_id_changed_by_fkey FOREIGN KEY (tenant_id, changed_by) REFERENCES users(tenant_id, id),
  CONSTRAINT work_items_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT work_items_tenant_id_exception_id_fkey FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id),
  CONSTRAINT work_items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT work_items_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id),
  CONSTRAINT work_items_check CHECK ((num_nonnulls(check_id, control_no, exception_id, finding_resource_no) = 1)),
  CONSTRAINT work_items_check1 CHECK ((num_nonnulls(finding_resource_no, finding_check_no, finding_copy_no) = ANY (ARRAY[0, 3]))),
  CONSTRAINT work_items_state_check CHECK ((state = ANY (ARRAY['open'::text, 'in_progress'::text, 'done'::text, 'dropped'::text])))
);

CREATE INDEX work_items_by_day ON public.work_items USING btree (tenant_id, due_on, id);
CREATE INDEX work_items_newest ON public.work_items USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX work_items_of_control ON public.work_items USING btree (tenant_id, control_no) WHERE (control_no IS NOT NULL);
CREATE INDEX work_items_of_owner ON public.work_items USING btree (tenant_id, owner_id) WHERE (state = ANY (ARRAY['open'::text, 'in_progress'::text]));

ALTER TABLE work_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_items FORCE ROW LEVEL SECURITY;
CREATE POLICY work_items_tenant ON work_items
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER work_items_tickets AFTER UPDATE OF state ON public.work_items FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION read_tickets_of_work_item();
