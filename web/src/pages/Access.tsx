import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'

import { meQuery } from '@/api/operate'
import { ErrorOf } from '@/components/ErrorOf'
import { Audit } from '@/components/operate/Audit'
import { Keys } from '@/components/operate/Keys'
import { People } from '@/components/operate/People'
import { Rules } from '@/components/operate/Rules'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { paths } from '@/lib/paths'
import { ACCESS_VIEWS, type AccessView } from '@/run/accessSearch'
import { t } from '@/text/t'
import type { Me } from '@/wire/schema.gen'

const route = getRouteApi('/access')

/** Who may come in, what they may do, what they let run without being asked, and who changed that. */
export default function Access() {
  const { view: asked } = route.useSearch()
  const { data: me, error, refetch } = useQuery(meQuery)
  const views = me ? ACCESS_VIEWS.filter((view) => mayLook(me, view)) : []
  const view = views.find((one) => one === asked) ?? views[0]
  return (
    <Page title={t('access.title')} wide>
      {error && <ErrorOf error={error} onRetry={() => void refetch()} />}
      {!me && !error && <PageLoading />}
      {me && view && (
        <>
          <Views views={views} chosen={view} />
          <View view={view} me={me} />
        </>
      )}
    </Page>
  )
}

function mayLook(me: Me, view: AccessView): boolean {
  return view === 'keys' || view === 'rules' || me.roles.includes('admin')
}

function Views({ views, chosen }: { views: readonly AccessView[]; chosen: AccessView }) {
  return (
    <nav aria-label={t('access.views')} className="mb-4 flex gap-4 overflow-x-auto border-b border-line">
      {views.map((view) => (
        <Link
          key={view}
          to={paths.access}
          search={{ view }}
          // By itself a link is current for any address that begins like its own.
          activeOptions={{ exact: true }}
          aria-current={view === chosen ? 'page' : undefined}
          className="inline-flex h-9 items-center border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-ink-3 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {t(`access.view.${view}`)}
        </Link>
      ))}
    </nav>
  )
}

function View({ view, me }: { view: AccessView; me: Me }) {
  switch (view) {
    case 'keys':
      return <Keys me={me} />
    case 'people':
      return <People me={me} />
    case 'rules':
      return <Rules />
    case 'audit':
      return <Audit />
  }
}
