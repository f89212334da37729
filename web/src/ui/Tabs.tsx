import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

interface Props {
  label: string
  tabs: Tab[]
  value?: string
  onChoose?: (value: string) => void
}

const STEPS: Record<string, (at: number, of: number) => number> = {
  ArrowRight: (at, of) => (at + 1) % of,
  ArrowLeft: (at, of) => (at - 1 + of) % of,
  Home: () => 0,
  End: (_, of) => of - 1,
}

/** Several views of one thing. Keeps its own choice unless `value` is given. */
export function Tabs({ label, tabs, value, onChoose }: Props) {
  const id = useId()
  const [own, setOwn] = useState(tabs[0]?.value)
  const chosen = tabs.find((tab) => tab.value === (value ?? own)) ?? tabs[0]
  const choose = (next: string) => {
    setOwn(next)
    onChoose?.(next)
  }
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const to = STEPS[event.key]?.(tabs.findIndex((tab) => tab === chosen), tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    choose(tab.value)
    document.getElementById(`${id}-${tab.value}`)?.focus()
  }
  return (
    <div>
      <div role="tablist" tabIndex={-1} aria-label={label} onKeyDown={walk} className="flex gap-4 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            tabIndex={tab === chosen ? 0 : -1}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            onClick={() => choose(tab.value)}
            className="h-9 border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-ink-3 -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen?.value ?? ''}`} className="pt-4">
        {chosen?.content}
      </div>
    </div>
  )
}
