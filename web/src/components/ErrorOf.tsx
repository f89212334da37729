import { asProblem, type Problem } from '@/api/problem'
import { t } from '@/text/t'
import { ErrorNote } from '@/ui/ErrorNote'

interface Props {
  error: unknown
  title?: string
  onRetry?: (() => void) | undefined
  className?: string
}

/** A failed request, and what to do about it. */
export function ErrorOf({ error, ...rest }: Props) {
  return <ErrorNote text={wordsOf(asProblem(error))} {...rest} />
}

/** What a problem says to a person. */
export function wordsOf(problem: Problem): string {
  if (problem.detail) return problem.detail
  switch (problem.code) {
    case 'network':
      return t('error.network')
    case 'timeout':
      return t('error.timeout')
    case 'unauthenticated':
      return t('error.unauthenticated')
    default:
      return t('error.unexpected')
  }
}
