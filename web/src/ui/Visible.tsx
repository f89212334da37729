import { pieces } from '@/lib/visible'

/** Text in which nothing hides: invisible characters are shown as marked escapes. */
export function Visible({ text, form = 'block' }: { text: string; form?: 'line' | 'block' }) {
  const found = pieces(text, form)
  if (found.every((piece) => !piece.hidden)) return text
  return found.map((piece, place) =>
    piece.hidden ? (
      <mark key={place} className="rounded-sm bg-wait-soft px-0.5 font-mono text-[0.92em] text-wait">
        {piece.text}
      </mark>
    ) : (
      <span key={place}>{piece.text}</span>
    ),
  )
}
