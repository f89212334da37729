/** What users may do: the roles that the server knows, and the groups that policies ask for. */
export const ROLES = ['editor', 'approver', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** The roles that are none of the server's own. */
export function groupsOf(roles: readonly string[]): string[] {
  return roles.filter((role) => !(ROLES as readonly string[]).includes(role))
}

/** All of them, as a form has them: some chosen, others written with commas between them. */
export function rolesOf(chosen: readonly Role[], others: string): string[] {
  const written = others.split(/[,\s]+/).filter(Boolean)
  return [...new Set([...chosen, ...written])]
}
