import { useCallback, useEffect, useRef } from 'react'

/**
 * Moves the focus to an element as soon as it shows what is wanted, at once or when it has come.
 *
 * @param element Its id.
 * @param shows What it shows now.
 */
export function useFocusWhenShown(element: string, shows: string | undefined): (wanted: string) => void {
  const wanted = useRef('')
  const shown = useRef(shows)
  const tryNow = useCallback(() => {
    if (wanted.current === '' || wanted.current !== shown.current) return
    wanted.current = ''
    document.getElementById(element)?.focus()
  }, [element])
  useEffect(() => {
    shown.current = shows
    tryNow()
  }, [shows, tryNow])
  return useCallback(
    (what) => {
      wanted.current = what
      tryNow()
    },
    [tryNow],
  )
}
