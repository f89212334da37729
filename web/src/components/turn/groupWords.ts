import { words } from '@/lib/format'
import type { Share } from '@/run/group'
import { plural, t } from '@/text/t'

const MOST = 4

/** "read 7 files, looked up 3 cities". */
export function groupWords(shares: readonly Share[]): string {
  const told = shares.slice(0, MOST).map(shareWords)
  return capital([...told, ...(shares.length > MOST ? ['…'] : [])].join(t('group.comma')))
}

/** With a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function shareWords({ deed, tool, count, thing }: Share): string {
  if (thing && deed !== 'called') {
    return t(`group.${deed}`, { what: plural(`thing.${thing}.one`, `thing.${thing}.many`, count) })
  }
  return t(count === 1 ? 'group.tool.one' : 'group.tool.many', { tool: words(tool), n: count })
}
