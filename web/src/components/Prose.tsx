import { memo } from 'react'

import { Markdown } from '@/components/Markdown'

interface Props {
  text: string
  /** It is being written: what is open at its end is closed for the eye. */
  streaming?: boolean
}

/** A model's words. */
export const Prose = memo(function Prose({ text, streaming = false }: Props) {
  return <Markdown text={text} streaming={streaming} />
})
