/** Where an address that a model wrote leads, and so what may be done with it. */
export type Target = { kind: 'here'; path: string } | { kind: 'away'; url: string } | { kind: 'nowhere' }

/** Ours is followed, others are asked about, anything that is no web address is only text. */
export function targetOf(address: string | undefined, origin: string): Target {
  if (!address) return { kind: 'nowhere' }
  const url = URL.parse(address, origin)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return { kind: 'nowhere' }
  if (url.username || url.password) return { kind: 'nowhere' }
  if (url.origin === origin) return { kind: 'here', path: url.pathname + url.search + url.hash }
  return { kind: 'away', url: url.href }
}
