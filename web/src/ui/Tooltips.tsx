import { useTip } from '@/ui/useTip'

/** Draws the one tooltip of the page: the `data-tip` of what is pointed at or has the focus. */
export function Tooltips() {
  const ref = useTip()
  return (
    <div
      ref={ref}
      aria-hidden="true"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2 py-1 text-xs text-ground"
    />
  )
}
