/** Browser storage that may be missing or full: then nothing is remembered, and nothing breaks. */
type Shelf = 'localStorage' | 'sessionStorage'

export function recall(shelf: Shelf, name: string): string | null {
  try {
    return globalThis[shelf].getItem(name)
  } catch {
    return null
  }
}

export function remember(shelf: Shelf, name: string, value: string | null): void {
  try {
    if (value === null) globalThis[shelf].removeItem(name)
    else globalThis[shelf].setItem(name, value)
  } catch {
    // Private windows and full disks refuse; the value then lives as long as the page.
  }
}
