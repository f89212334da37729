/** What the address of the access page says: `/access?view=audit&action=key.create`. */
export const ACCESS_VIEWS = ['keys', 'people', 'rules', 'audit'] as const

export type AccessView = (typeof ACCESS_VIEWS)[number]

export interface AccessSearch {
  view?: AccessView
  actor?: string
  action?: string
}

export function accessSearch(given: Record<string, unknown>): AccessSearch {
  const view = ACCESS_VIEWS.find((one) => one === given.view)
  return { ...(view && { view }), ...text(given, 'actor'), ...text(given, 'action') }
}

function text(given: Record<string, unknown>, name: string) {
  const value = given[name]
  return typeof value === 'string' && value ? { [name]: value } : {}
}
