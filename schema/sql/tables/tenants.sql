CREATE TABLE tenants (
  id uuid NOT NULL,
  name text NOT NULL,
  license_tier text NOT NULL,
  frameworks text[] NOT NULL,
  timezone text DEFAULT 'UTC'::text NOT NULL,
  retention_days integer DEFAULT 365 NOT NULL,
  rate_limit_per_minute integer,
  scan_sequence integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  hipaa_privacy boolean DEFAULT true NOT NULL,
  partial_assessments text DEFAULT 'pass'::text NOT NULL,
  external_id uuid DEFAULT gen_random_uuid() NOT NULL,
  default_role text DEFAULT 'member'::text NOT NULL,
  suspended_at timestamp with time zone,
  suspension_reason text,
  mfa_required_from timestamp with time zone,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_external_id_key UNIQUE (external_id),
  CONSTRAINT tenants_check CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
  CONSTRAINT tenants_default_role_check CHECK ((default_role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text]))),
  CONSTRAINT tenants_license_tier_check CHECK ((license_tier = ANY (ARRAY['STARTER'::text, 'PROFESSIONAL'::text, 'ENTERPRISE'::text]))),
  CONSTRAINT tenants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT tenants_partial_assessments_check CHECK ((partial_assessments = ANY (ARRAY['pass'::text, 'contribute'::text]))),
  CONSTRAINT tenants_rate_limit_per_minute_check CHECK ((rate_limit_per_minute > 0)),
  CONSTRAINT tenants_retention_days_check CHECK (((retention_days >= 30) AND (retention_days <= 3650)))
);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenants_system ON tenants FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY tenants_tenant ON tenants
  USING ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
