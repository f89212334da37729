import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { targetOf } from '@/lib/address'
import { copyText } from '@/lib/clipboard'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { Visible } from '@/ui/Visible'

/** A link that a model wrote. It may carry data away, so the whole address is shown before it opens. */
export function ModelLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const [asking, ask] = useState(false)
  const target = targetOf(href, location.origin)
  if (target.kind === 'nowhere') return <span>{children}</span>
  if (target.kind === 'here') return <Link to={target.path}>{children}</Link>
  const open = () => {
    window.open(target.url, '_blank', 'noopener,noreferrer')
    ask(false)
  }
  return (
    <>
      <button type="button" className="markdown-away" onClick={() => ask(true)}>
        {children}
        <ExternalLink aria-hidden="true" className="ml-0.5 inline size-3 align-baseline" />
      </button>
      {asking && (
        <Dialog
          open
          onClose={() => ask(false)}
          title={t('chat.link.confirm')}
          about={t('chat.link.text')}
          actions={
            <>
              <Button onClick={() => void copyText(target.url).then(() => ask(false))}>{t('chat.link.copy')}</Button>
              <Button onClick={open}>{t('chat.link.open')}</Button>
            </>
          }
        >
          <Code text={target.url} label={t('chat.link.text')} />
        </Dialog>
      )}
    </>
  )
}

/** An image that a model named. One from elsewhere would tell its server what this chat says. */
export function ModelImage({ src, alt }: { src: string; alt: string }) {
  const target = targetOf(src, location.origin)
  if (target.kind === 'here') return <img src={target.path} alt={alt} className="max-h-96 max-w-full rounded-md" />
  return (
    <span className="rounded-sm bg-sunken px-1 text-sm text-ink-3 [overflow-wrap:anywhere]">
      {alt && <Visible text={`${alt} · `} form="line" />}
      {t('chat.image.blocked', { address: src })}
    </span>
  )
}
