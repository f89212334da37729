/** What went wrong with a request, with words that say what to do. */
export class Problem extends Error {
  /**
   * @param status The HTTP status; 0 when no answer came.
   * @param code The server's stable word, or `network`, `timeout`, `unexpected`.
   * @param detail What to do next, as the server says it; empty for the three of ours.
   * @param data Further members of the problem document.
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(detail || code)
    this.name = 'Problem'
  }

  /** Whether the same request may succeed a moment later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502
  }
}

/** The problem that a response tells: RFC 9457, or one line of plain text. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = await response.text().catch(() => '')
  const code = response.headers.get('x-interlock-code')
  const kind = response.headers.get('content-type') ?? ''
  if (kind.includes('json')) {
    const document = parsed(body)
    if (document) {
      return new Problem(
        response.status,
        String(document.code ?? 'unexpected'),
        String(document.detail ?? ''),
        document,
      )
    }
  }
  const words = kind.startsWith('text/plain') ? body.slice(0, 500) : ''
  return new Problem(response.status, code ?? (response.status >= 502 ? 'network' : 'unexpected'), words)
}

/** Any thrown value as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DOMException && error.name === 'TimeoutError') return new Problem(0, 'timeout', '')
  if (error instanceof TypeError) return new Problem(0, 'network', '')
  return new Problem(0, 'unexpected', error instanceof Error ? error.message : '')
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
