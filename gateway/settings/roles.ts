// Who stands behind the roles that a policy names: `approvers:` of the settings. INVARIANT: closed; a word of the policy language is no
// role, and what stands for nobody or for a browser is no person.
import { z } from 'zod';
import { isNobody } from '#executors/system/accounts.ts';
import { OWN_APPROVERS, isOwnApprover } from '#policy/language/approvers.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const MAX_MEMBERS = 64;
const account = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^:,\s+-][^:,\s]*$/u, 'is the name of an account or group');

/** A signed-in subject, or a group that its issuer says it is in. No channel proves one yet. */
const oidc = z.union([
  z.strictObject({ issuer: z.url({ protocol: /^https$/u }), subject: z.string().min(1).max(255) }),
  z.strictObject({ issuer: z.url({ protocol: /^https$/u }), group: z.string().min(1).max(255) }),
]);

const member = z.union(
  [
    z.strictObject({ user: account }),
    z.strictObject({
      uid: z
        .number()
        .int()
        .min(0)
        .max(4_294_967_295)
        .refine((uid) => !isNobody(uid), 'stands for nobody'),
    }),
    z.strictObject({ group: account }),
    z.strictObject({ oidc }),
  ],
  {
    error:
      'is one of `user: NAME`, `uid: NUMBER`, `group: NAME`, `oidc: {issuer, subject}`, `oidc: {issuer, group}`',
  },
);

export const rolesSchema = z
  .record(
    z
      .string()
      .regex(NAME, 'is a name as in `approvers` of a policy')
      .refine(
        (name) => !isOwnApprover(name),
        `is no role: ${OWN_APPROVERS.join(', ')} are the person who runs the gateway`,
      ),
    z.array(member).min(1).max(MAX_MEMBERS),
  )
  .default({});

export type Member = z.infer<typeof member>;
export type Roles = z.infer<typeof rolesSchema>;

/** As a card and a terminal say it. */
export function memberInWords(one: Member): string {
  if ('user' in one) return `user ${one.user}`;
  if ('uid' in one) return `user ${one.uid}`;
  if ('group' in one) return `members of group ${one.group}`;
  const { issuer, ...who } = one.oidc;
  return 'subject' in who ? `${who.subject} of ${issuer}` : `members of ${who.group} of ${issuer}`;
}
