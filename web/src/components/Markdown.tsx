import { Streamdown } from 'streamdown'

/** Model text as markdown. */
export function Markdown({ text }: { text: string }) {
  return <Streamdown>{text}</Streamdown>
}
