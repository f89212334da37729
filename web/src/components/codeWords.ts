import { t, type Key } from '@/text/t'
import { en } from '@/text/en'
import { words } from '@/lib/format'

/** A reason code of the gate or of a brake in words; an unknown one as it is. */
export function codeWords(code: string): string {
  const key = `code.${code}`
  return isKey(key) ? t(key) : words(code)
}

function isKey(key: string): key is Key {
  return key in en
}
