import { PenLine } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { isOwner } from '#domain/people/roles.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { readWholeNumber, toPageQuery } from '#lib/api/list-pages.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListEnd, LoadMoreLink } from '#ui/lists/load-more.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { PostCard } from './post-card.tsx'
import { type PostView, toPostView } from './post-view.ts'
import styles from './posts-page.module.css'
import { usePresentAges } from './use-present-ages.ts'

const TITLE = '说说'
const LEAD = '实验室日常，随手记。'
const CRUMB = [{ text: TITLE }]

export const loader = defineLoader(async ({ api, query }) => {
  // Account for which the likes hold; `null` on the server.
  const readAs = useSession.getState().user?.id ?? null
  const pageNo = readWholeNumber(query.get('page')) ?? 1
  return { start: await loadPosts(api, pageNo, true), readAs }
})

async function loadPosts(api: ApiClient, pageNo: number, quiet: boolean): Promise<Paged<PostView>> {
  const { records, pages } = await api.call('GET /v1/say/getSayList', { query: toPageQuery(pageNo), quiet })
  return { rows: records.map(toPostView), first: pageNo, last: pageNo, pages }
}

export const meta: MetaOf<typeof loader> = ({ start }) => ({
  title: TITLE,
  description: LEAD,
  canonical: start.first > 1 ? `/say?page=${start.first}` : '/say',
  crumb: CRUMB,
})

export function Component() {
  const { start, readAs } = useLoaderData<typeof loader>()
  useFreshForUser(readAs)
  const isWriter = useSession(({ user }) => isOwner(user))
  return (
    <PageFrame title={TITLE} lead={LEAD} drawing="cabochon-veined" stone="turquoise" className={styles.root}>
      <div className={shared.mayShrink}>
        {/* Keeps its height while the button is hidden; the button is shown once the user is known. */}
        <div className={styles.bar}>
          <p className={shared.note}>按时间排列，最新的在前</p>
          {isWriter && (
            <ButtonLink icon={PenLine} to="/newSays">
              发说说
            </ButtonLink>
          )}
        </div>
        <PostList start={start} />
      </div>
      <aside>
        <LookupBox />
      </aside>
    </PageFrame>
  )
}

function PostList({ start }: { start: Paged<PostView> }) {
  const api = useApi()
  const list = usePaged(start, (pageNo) => loadPosts(api, pageNo, false))
  const { replace } = list
  // Another user has other likes: the list starts again, and drafts remain.
  useEffect(() => replace(start), [start, replace])
  const [openId, setOpenId] = useState<string | null>(null)
  const { first, last, pages, isBusy } = list
  const rows = usePresentAges(list.rows)
  if (rows.length === 0) return <EmptyState title="还没有说说" />
  return (
    <>
      <ol className={styles.list}>
        {rows.map((post) => (
          <li key={post.id}>
            <PostCard
              post={post}
              isCommentOpen={post.id === openId}
              onComment={() => setOpenId(post.id === openId ? null : post.id)}
              onChange={(next) =>
                list.change((all) => all.flatMap((one) => (one.id === post.id ? (next(one) ?? []) : [one])))
              }
            />
          </li>
        ))}
      </ol>
      {last < pages ? (
        <LoadMoreLink to={`/say?page=${last + 1}`} isBusy={isBusy} onLoad={list.loadMore} />
      ) : (
        <ListEnd />
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
