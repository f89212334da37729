import { lazy, memo, Suspense } from 'react'

const Markdown = lazy(() => import('@/components/Markdown').then((found) => ({ default: found.Markdown })))

interface Props {
  text: string
  /** It is being written: what is open at its end is closed for the eye. */
  streaming?: boolean
}

/** A model's words. Until the renderer is there they are shown as they are. */
export const Prose = memo(function Prose({ text, streaming = false }: Props) {
  return (
    <Suspense fallback={<div className="markdown whitespace-pre-wrap">{text}</div>}>
      <Markdown text={text} streaming={streaming} />
    </Suspense>
  )
})
