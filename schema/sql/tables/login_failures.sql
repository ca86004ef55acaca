CREATE TABLE login_failures (
  account text NOT NULL,
  failures integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  subject text,
  CONSTRAINT login_failures_pkey PRIMARY KEY (account)
);

CREATE INDEX login_failures_ended ON public.login_failures USING btree (ends_at);
CREATE INDEX login_failures_subject ON public.login_failures USING btree (subject) WHERE (subject IS NOT NULL);

ALTER TABLE login_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY login_failures_delete_ended ON login_failures FOR DELETE
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (ends_at < now())));
CREATE POLICY login_failures_own ON login_failures
  USING (((account = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text))) OR (subject = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text)))))
  WITH CHECK (((account = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text))) OR (subject = ANY (string_to_array(NULLIF(current_setting('app.login_email'::text, true), ''::text), ','::text)))));
CREATE POLICY login_failures_select_ended ON login_failures FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (ends_at < now())));
