import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'

import { useArtifact } from '@/hooks/useArtifact'
import { cx } from '@/lib/class'
import type { Artifact as Made } from '@/run/blocks'
import { t } from '@/text/t'
import { Code } from '@/ui/Code'
import { IconButton } from '@/ui/IconButton'
import { Tabs } from '@/ui/Tabs'

/** A page that the agent wrote: in a frame of no origin and no network, as high as this page lets it be. */
export function Artifact({ artifact }: { artifact: Made }) {
  const [tall, setTall] = useState(false)
  const title = artifact.title || t('artifact.title')
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg border border-line bg-raised px-3 pt-2.5 pb-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-sm font-medium">{title}</h2>
        <IconButton
          small
          label={t(tall ? 'artifact.shorter' : 'artifact.taller')}
          icon={tall ? <ChevronUp className="size-4" /> : <ChevronDown className="size-4" />}
          onClick={() => setTall(!tall)}
        />
      </div>
      <p className="mb-1 text-xs text-ink-3">{t('artifact.about')}</p>
      <Tabs
        label={title}
        tabs={[
          { value: 'view', label: t('artifact.view'), content: <Frame artifact={artifact} title={title} tall={tall} /> },
          { value: 'source', label: t('artifact.source'), content: <Code text={artifact.source} label={t('artifact.source')} /> },
        ]}
      />
    </section>
  )
}

function Frame({ artifact, title, tall }: { artifact: Made; title: string; tall: boolean }) {
  const ref = useArtifact(artifact)
  return (
    <iframe
      ref={ref}
      title={t('artifact.frame', { title })}
      src="/artifact.html"
      // No same origin, no forms, no pop-ups, no top navigation: it can show something, and that is all.
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      loading="lazy"
      className={cx('w-full rounded-md border border-line bg-[#fff]', tall ? 'h-[70vh]' : 'h-80')}
    />
  )
}
