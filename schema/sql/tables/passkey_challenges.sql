CREATE TABLE passkey_challenges (
  challenge_hash text NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_check CHECK (((purpose = 'login'::text) = (session_id IS NULL))),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'login'::text, 'step_up'::text])))
);

CREATE INDEX passkey_challenges_over ON public.passkey_challenges USING btree (expires_at);

ALTER TABLE passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY passkey_challenges_delete_over ON passkey_challenges FOR DELETE
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (expires_at < now())));
CREATE POLICY passkey_challenges_own ON passkey_challenges
  USING ((challenge_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)))
  WITH CHECK ((challenge_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY passkey_challenges_select_over ON passkey_challenges FOR SELECT
  USING (((current_setting('app.system'::text, true) = 'on'::text) AND (expires_at < now())));
