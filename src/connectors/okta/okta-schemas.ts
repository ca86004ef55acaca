import { z } from 'zod';

/** Properties of Okta's responses that we read (Okta Management API, version 1). Others are dropped. */

export const Policy = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string().nullish(),
  priority: z.number().nullish(),
  system: z.boolean().nullish(),
});
export type Policy = z.infer<typeof Policy>;

const Rule = z.object({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string().nullish(),
  priority: z.number().nullish(),
  system: z.boolean().nullish(),
});

export const PasswordPolicy = Policy.extend({
  settings: z
    .object({
      password: z
        .object({
          complexity: z.object({ minLength: z.number().nullish() }).nullish(),
          lockout: z.object({ maxAttempts: z.number().nullish() }).nullish(),
          age: z.object({ maxAgeDays: z.number().nullish(), historyCount: z.number().nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const SessionRule = Rule.extend({
  actions: z
    .object({
      signon: z
        .object({
          session: z
            .object({
              maxSessionIdleMinutes: z.number().nullish(),
              maxSessionLifetimeMinutes: z.number().nullish(),
              usePersistentCookie: z.boolean().nullish(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const AuthenticationRule = Rule.extend({
  actions: z
    .object({
      appSignOn: z
        .object({
          access: z.string().nullish(),
          verificationMethod: z
            .object({
              factorMode: z.string().nullish(),
              constraints: z
                .array(
                  z.object({ possession: z.object({ phishingResistant: z.string().nullish() }).nullish() }).nullish(),
                )
                .nullish(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const Application = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string().nullish(),
  status: z.string(),
  _links: z.object({ accessPolicy: z.object({ href: z.string() }).nullish() }).nullish(),
});

export const Brand = z.object({ id: z.string(), name: z.string() });

export const SignInPage = z.object({ pageContent: z.string() });

export const LogStream = z.object({ id: z.string(), name: z.string(), type: z.string(), status: z.string() });

export const LifecyclePolicy = Policy.extend({
  conditions: z
    .object({
      people: z
        .object({
          users: z
            .object({
              inactivity: z.object({ number: z.number().nullish(), unit: z.string().nullish() }).nullish(),
            })
            .nullish(),
          groups: z.object({ include: z.array(z.string()).nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const LifecycleRule = Rule.extend({
  actions: z.object({ updateUserLifecycle: z.object({ targetStatus: z.string().nullish() }).nullish() }).nullish(),
});

export const IdentityProvider = z.object({ id: z.string(), name: z.string(), type: z.string(), status: z.string() });
