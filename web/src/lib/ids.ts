/** Ids that nobody guesses; also on pages without a secure context. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24

export function newId(kind: 'thr' | 'msg'): string {
  const random = crypto.getRandomValues(new Uint8Array(LENGTH))
  return `${kind}_${Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('')}`
}
