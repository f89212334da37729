/** Which questions this page answered itself, so that nobody is told of them as of another's doing. */
const own = new Set<string>()

export function markOwn(id: string, taken = true): void {
  if (taken) own.add(id)
  else own.delete(id)
}

export function isOwn(id: string): boolean {
  return own.has(id)
}
