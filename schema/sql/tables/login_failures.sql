CREATE TABLE login_failures (
  account text NOT NULL,
  failures integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT login_failures_pkey PRIMARY KEY (account)
);

CREATE INDEX login_failures_ended ON public.login_failures USING btree (ends_at);

ALTER TABLE login_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY login_failures_delete_ended ON login_failures FOR DELETE
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (ends_at < now())));
CREATE POLICY login_failures_own ON login_failures
  USING ((account = encode(sha256(convert_to(NULLIF(current_setting('app.login_email'::text, true), ''::text), 'UTF8'::name)), 'hex'::text)))
  WITH CHECK ((account = encode(sha256(convert_to(NULLIF(current_setting('app.login_email'::text, true), ''::text), 'UTF8'::name)), 'hex'::text)));
CREATE POLICY login_failures_select_ended ON login_failures FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (ends_at < now())));
