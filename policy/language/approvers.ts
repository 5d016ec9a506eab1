// Who may answer, as a policy names them: a few words of the language, and roles that the settings of each gateway map to accounts.
// INVARIANT: a policy never names an account; a word of this list is never a role.

/** All of them the person who runs the gateway: anywhere, in its window, at a terminal, at an MCP client. */
export const OWN_APPROVERS = ['user', 'window', 'terminal', 'mcp-client'] as const;
export type OwnApprover = (typeof OWN_APPROVERS)[number];

const OWN: ReadonlySet<string> = new Set(OWN_APPROVERS);

export const isOwnApprover = (name: string): name is OwnApprover => OWN.has(name);

/** Of several names those that are left where whoever asked may not answer: the roles. */
export const otherThanOwn = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !isOwnApprover(name));
