/** Numbers and sizes for people. */
export function count(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

/** US dollars, for the eye: "$1.20", "$0.00042". The exact amount is in the text it comes from. */
export function usd(amount: string, language: string): string {
  const value = Number(amount)
  const digits = value !== 0 && Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits }).format(value)
}

/** "840 B", "12 kB", "3.4 MB". */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  if (value < 1_000_000) return `${Math.round(value / 1000)} kB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}

/** The first `most` characters, and an ellipsis when there were more. Never half a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}…`
}

/** `delete_reports` as a person reads it: "delete reports". */
export function words(name: string): string {
  return name.replaceAll(/[_-]+/g, ' ').trim()
}
