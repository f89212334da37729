import { t } from '@/text/t'
import { TextArea } from '@/ui/Field'

interface Props {
  value: string
  onWrite: (reason: string) => void
}

/** Why, in a person's own words. Enter begins a line here; it decides nothing. */
export function Reason({ value, onWrite }: Props) {
  return (
    <TextArea
      label={t('ask.reason')}
      hint={t('ask.reason.hint')}
      rows={1}
      maxLength={2000}
      value={value}
      onChange={(event) => onWrite(event.target.value)}
      className="min-h-8!"
    />
  )
}

/** The answer with its reason, when there is one. */
export function because<T extends object>(answer: T, reason: string): T & { reason?: string } {
  return reason.trim() ? { ...answer, reason: reason.trim() } : answer
}
