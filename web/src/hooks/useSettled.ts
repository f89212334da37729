import { useEffect, useState } from 'react'

/** A value that is still being typed, once it has stood for a moment. */
export function useSettled<T>(value: T, ms = 200): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
