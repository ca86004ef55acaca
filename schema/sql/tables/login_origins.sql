CREATE TABLE login_origins (
  account text NOT NULL,
  subject text NOT NULL,
  last_login_at timestamp with time zone NOT NULL,
  CONSTRAINT login_origins_pkey PRIMARY KEY (account)
);

CREATE INDEX login_origins_age ON public.login_origins USING btree (last_login_at);

ALTER TABLE login_origins ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_origins FORCE ROW LEVEL SECURITY;
CREATE POLICY login_origins_delete_old ON login_origins FOR DELETE
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (last_login_at < (now() - '90 days'::interval))));
CREATE POLICY login_origins_own ON login_origins
  USING (((account = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text))) OR (subject = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text)))))
  WITH CHECK (((account = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text))) OR (subject = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text)))));
CREATE POLICY login_origins_select_old ON login_origins FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (last_login_at < (now() - '90 days'::interval))));
