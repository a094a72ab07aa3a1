import { PenLine } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { isOwner } from '#domain/people/roles.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { LIST_PAGE_SIZE, readWholeNumber } from '#lib/api/list-pages.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { LoadMoreLink } from '#ui/lists/load-more-link.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SayCard } from './say-card.tsx'
import { type SayView, toSayView } from './say-view.ts'
import styles from './says-page.module.css'

const TITLE = '说说'
const LEAD = '实验室日常，随手记。'
const CRUMB = [{ text: TITLE }]

export const saysLoader = defineLoader(async ({ api, query }) => {
  // On the server nobody is logged in; in the browser, for whom the likes hold.
  const readAs = useSession.getState().user?.id ?? null
  const pageNo = readWholeNumber(query.get('page')) ?? 1
  const { records, pages } = await api.call('GET /v1/say/getSayList', {
    query: { pageNo, pageSize: LIST_PAGE_SIZE },
    quiet: true,
  })
  const start: Paged<SayView> = { rows: records.map(toSayView), first: pageNo, last: pageNo, pages }
  return { start, readAs }
})

export const saysMeta: MetaOf<typeof saysLoader> = ({ start }) => ({
  title: TITLE,
  description: LEAD,
  canonical: start.first > 1 ? `/say?page=${start.first}` : '/say',
  jsonLd: breadcrumbLd(CRUMB),
})

export function SaysPage() {
  const { start, readAs } = useLoaderData<typeof saysLoader>()
  useFreshForUser(readAs)
  const isWriter = useSession(({ user }) => isOwner(user))
  return (
    <>
      <PageHead crumb={CRUMB} title={TITLE} lead={LEAD} figure={<Drawing name="cabochon-veined" />} stone="turquoise" />
      <Container className={styles.root}>
        <div className={styles.main}>
          {/* As high without the button: who may write is known after the list is there. */}
          <div className={styles.bar}>
            <p className={styles.order}>按时间排列，最新的在前</p>
            {isWriter && (
              <ButtonLink to="/newSays">
                <Icon of={PenLine} sizePx={18} />
                发说说
              </ButtonLink>
            )}
          </div>
          <SayList start={start} />
        </div>
        <aside>
          <LookupBox />
        </aside>
      </Container>
    </>
  )
}

function SayList({ start }: { start: Paged<SayView> }) {
  const api = useApi()
  const list = usePaged<SayView>({
    start,
    keyOf: ({ id }) => id,
    load: async (pageNo) => {
      const query = { pageNo, pageSize: LIST_PAGE_SIZE }
      const { records, pages } = await api.call('GET /v1/say/getSayList', { query })
      return { rows: records.map(toSayView), pages }
    },
  })
  const { replace } = list
  // For another reader other likes hold: the list begins anew, and what is being written stays.
  useEffect(() => replace(start), [start, replace])
  const [openId, setOpenId] = useState<string | null>(null)
  const { rows, first, last, pages, isBusy } = list
  if (rows.length === 0) return <EmptyState title="还没有说说" />
  return (
    <>
      <ol className={styles.list}>
        {rows.map((say) => (
          <li key={say.id}>
            <SayCard
              say={say}
              isCommentOpen={say.id === openId}
              onComment={() => setOpenId(say.id === openId ? null : say.id)}
              onChange={(next) =>
                list.change((all) => all.flatMap((one) => (one.id === say.id ? (next(one) ?? []) : [one])))
              }
            />
          </li>
        ))}
      </ol>
      {last < pages ? (
        <LoadMoreLink to={`/say?page=${last + 1}`} isBusy={isBusy} onLoad={list.loadMore} />
      ) : (
        <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
      )}
      {first > 1 && (
        <p className={styles.more}>
          <ButtonLink variant="quiet" to="/say">
            回到第一页
          </ButtonLink>
        </p>
      )}
    </>
  )
}
