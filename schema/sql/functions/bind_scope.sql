CREATE OR REPLACE FUNCTION public.bind_scope(tenant_id text, login_email text, credential text, system text, account_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
        begin
          perform set_config('app.tenant_id', tenant_id, true), set_config('app.login_email', login_email, true),
            set_config('app.credential', credential, true), set_config('app.system', system, true),
            set_config('app.account_id', account_id, true);
          return tenant_id;
        end
      $function$;
