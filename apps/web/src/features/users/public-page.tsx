import { Ban, MessageSquareText, UserCheck, UserPlus } from '@lucide/icons'
import { useEffect, useId, useMemo, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { BlockDialog } from '#domain/people/block-dialog.tsx'
import { blockUser, unblockUser, useIsBlocked } from '#domain/people/use-blocks.ts'
import { useApi } from '#lib/api/api-context.ts'
import { openDialog } from '#lib/dialogs.ts'
import { hasUser, useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Container } from '#ui/container.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ArticleItem } from './article-item.tsx'
import { PagedList } from './paged-list.tsx'
import type { Person } from './person.ts'
import { ProfileHead, type UserCounts } from './profile-head.tsx'
import styles from './public-page.module.css'
import { useFollow } from './use-follow.ts'
import { type PagesOf, usePages } from './use-pages.ts'

export interface PublicPageProps {
  person: Person
  counts: UserCounts | null
  /** For whom the data was loaded, `null` for a visitor. */
  readAs: string | null
}

/** What others see of a user. */
export function PublicPage({ person, counts, readAs }: PublicPageProps) {
  const reader = useSession(({ user }) => user?.id ?? null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // Whether the reader follows, only the reader's own call says.
    if (reader !== readAs) void revalidate()
  }, [reader, readAs, revalidate])
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
  // After a block the reader follows nobody here any more.
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
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        <Icon of={Ban} sizePx={18} />
        屏蔽此人
      </Button>
      {isConfirming && <BlockDialog name={name} onBlock={block} onClose={() => setIsConfirming(false)} />}
    </>
  )
}

function Unblock({ person: { id, name } }: { person: Person }) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const unblock = async () => {
    setIsBusy(true)
    try {
      await unblockUser(api, id)
      showToast('success', `已解除对“${name}”的屏蔽`)
    } catch {
      // Shown by the API client, or a network error.
      setIsBusy(false)
    }
  }
  return (
    <Button variant="outline" isBusy={isBusy} busyLabel="解除中" onClick={() => void unblock()}>
      <Icon of={Ban} sizePx={18} />
      解除屏蔽
    </Button>
  )
}

function Contact({ person }: { person: Person }) {
  const navigate = useNavigate()
  // What the loader says anew, after a login for instance, counts again.
  const { isFollowed, isBusy, toggle } = useFollow(person.id, person.isFollowed)
  const write = () => {
    if (hasUser()) void navigate(`/im?${new URLSearchParams({ userId: person.id })}`)
    else openDialog('login')
  }
  return (
    <>
      <Button variant={isFollowed ? 'outline' : 'primary'} isBusy={isBusy} aria-pressed={isFollowed} onClick={toggle}>
        <Icon of={isFollowed ? UserCheck : UserPlus} sizePx={18} />
        {isFollowed ? '已关注' : '关注'}
      </Button>
      <Button variant="outline" onClick={write}>
        <Icon of={MessageSquareText} sizePx={18} />
        私信
      </Button>
    </>
  )
}

const keyOf = ({ id }: ArticleSummary) => id

function PublishedArticles({ userId }: { userId: string }) {
  const source = useMemo<PagesOf<ArticleSummary>>(
    () => ({
      ask: async (api, query) => {
        const { records, pages } = await api.call('GET /v1/article/selectArticleByUserId', {
          query: { userId, type: 1, ...query },
          // An upstream that shows them to members only must not open the login over a profile.
          quiet: true,
        })
        return { rows: records.map(toArticleSummary), pages }
      },
      keyOf,
    }),
    [userId],
  )
  return (
    <PagedList pages={usePages(source)} label="发布的文章" keyOf={keyOf} empty={<p>这位用户还没有发布文章</p>}>
      {(article) => <ArticleItem article={article} />}
    </PagedList>
  )
}
