import { Ban, MessageSquareText, UserCheck, UserPlus } from '@lucide/icons'
import { useId, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { BlockDialog } from '#domain/people/block-dialog.tsx'
import { blockUser, unblockUser, useIsBlocked } from '#domain/people/use-blocks.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { openDialog } from '#lib/dialogs.ts'
import { hasUser, useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { Container } from '#ui/container.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { ArticleItem } from './item-row.tsx'
import { PagedList, usePages } from './paged-list.tsx'
import type { Person } from './person.ts'
import { ProfileHead, type UserCounts } from './profile-head.tsx'
import { useFollow } from './use-follow.ts'
import styles from './user-pages.module.css'

export interface PublicPageProps {
  person: Person
  counts: UserCounts | null
  /** Id of the account for which the data was loaded, `null` for a visitor. */
  readAs: string | null
}

/** The public page of a user. */
export function PublicPage({ person, counts, readAs }: PublicPageProps) {
  const reader = useSession(({ user }) => user?.id ?? null)
  useFreshForUser(readAs)
  const titleId = useId()
  return (
    <>
      <ProfileHead person={person} counts={counts}>
        {reader === person.id ? (
          <ButtonLink variant="outline" to="/user">
            管理我的主页
          </ButtonLink>
        ) : (
          <Actions person={person} />
        )}
      </ProfileHead>
      <Container className={styles.body}>
        <h2 className={styles.heading} id={titleId}>
          发布的文章
        </h2>
        <PublishedArticles userId={person.id} />
      </Container>
    </>
  )
}

function Actions({ person }: { person: Person }) {
  const isBlocked = useIsBlocked(person.id)
  // A blocked user cannot be followed.
  if (isBlocked) return <Unblock person={person} />
  return (
    <>
      <Contact person={person} />
      {isBlocked === false && <Block person={person} />}
    </>
  )
}

function Block({ person: { id, name } }: { person: Person }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [isConfirming, setIsConfirming] = useState(false)
  const block = async () => {
    await blockUser(api, id)
    showToast('success', `已屏蔽“${name}”`)
    void revalidate()
  }
  return (
    <>
      <Button icon={Ban} variant="quiet" onClick={() => setIsConfirming(true)}>
        屏蔽此人
      </Button>
      {isConfirming && <BlockDialog name={name} onBlock={block} onClose={() => setIsConfirming(false)} />}
    </>
  )
}

function Unblock({ person: { id, name } }: { person: Person }) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const unblock = async () => {
    await unblockUser(api, id)
    showToast('success', `已解除对“${name}”的屏蔽`)
  }
  return (
    <Button icon={Ban} variant="outline" isBusy={isBusy} busyLabel="解除中" onClick={() => void run(unblock)}>
      解除屏蔽
    </Button>
  )
}

function Contact({ person }: { person: Person }) {
  const navigate = useNavigate()
  const { isFollowed, isBusy, toggle } = useFollow(person.id, person.isFollowed)
  const write = () => {
    if (hasUser()) void navigate(`/im?${new URLSearchParams({ userId: person.id })}`)
    else openDialog('login')
  }
  return (
    <>
      <Button
        icon={isFollowed ? UserCheck : UserPlus}
        variant={isFollowed ? 'outline' : 'primary'}
        isBusy={isBusy}
        aria-pressed={isFollowed}
        onClick={toggle}
      >
        {isFollowed ? '已关注' : '关注'}
      </Button>
      <Button icon={MessageSquareText} variant="outline" onClick={write}>
        私信
      </Button>
    </>
  )
}

function PublishedArticles({ userId }: { userId: string }) {
  const pages = usePages(async (api, query) => {
    const answer = await api.call('GET /v1/article/selectArticleByUserId', {
      query: { userId, type: 1, ...query },
      // Keeps the login dialog closed: other upstreams answer 401 to visitors.
      quiet: true,
    })
    return { rows: answer.records.map(toArticleSummary), pages: answer.pages }
  })
  return (
    <PagedList pages={pages} label="发布的文章" empty={<p>这位用户还没有发布文章</p>}>
      {(article) => <ArticleItem article={article} />}
    </PagedList>
  )
}
