import { type ComponentType, type ReactNode, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader, notFound, optional } from '#lib/api/define-loader.ts'
import { openDialog, useDialogs } from '#lib/dialogs.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { OwnPage } from './own/own-page.tsx'
import { toPerson } from './person.ts'
import { PublicPage } from './public-page.tsx'
import { readTab } from './user-address.ts'
import visitor from './visitor-page.module.css'

const USER_ID = /^[\w-]{1,64}$/

/** Loads a user; without `userId` it is the member's own page, whose data the browser loads. */
export const userLoader = defineLoader(async ({ api, query, request }) => {
  const tab = readTab(query)
  const userId = query.get('userId')
  if (userId === null) return { tab, person: null, counts: null, readAs: null }
  if (!USER_ID.test(userId)) throw notFound('没有这位用户')
  // Account for which `isFollowed` holds; `null` on the server.
  const readAs = useSession.getState().user?.id ?? null
  const [user, counted] = await Promise.all([
    api.call('GET /v1/user/info', { query: { userId } }),
    optional(api.callWhole('GET /v1/user/getUserCount', { query: { id: userId }, quiet: true }), null, request),
  ])
  if (!user) throw notFound('没有这位用户')
  return { tab, person: toPerson(user, userId), counts: counted?.extra ?? null, readAs }
})

export const userMeta: MetaOf<typeof userLoader> = ({ person }) => ({
  title: person ? person.name : '个人主页',
  isHidden: true,
})

export interface UserPageProps {
  /** Security settings of the account, shown around its children. */
  security: ComponentType<{ children: ReactNode }>
  /** The member's saved certificates. */
  certificates: ComponentType
}

export function UserPage({ security, certificates }: UserPageProps) {
  const { person, counts, tab, readAs } = useLoaderData<typeof userLoader>()
  const [writerId, setWriterId] = useState<string | null>(null)
  const userId = useSteadyUser(writerId !== null)
  // The edited profile must not be saved to another account.
  if (writerId !== null && writerId !== userId) setWriterId(null)
  if (person) return <PublicPage person={person} counts={counts} readAs={readAs} key={person.id} />
  if (userId === null) return <VisitorPage />
  return (
    <OwnPage
      userId={userId}
      tab={tab}
      security={security}
      certificates={certificates}
      isEditing={writerId === userId}
      onEditing={(isEditing) => setWriterId(isEditing ? userId : null)}
      key={userId}
    />
  )
}

/**
 * The logged-in user. When the session ends, the page remains while the login dialog is open or the member is editing.
 */
function useSteadyUser(isWriting: boolean): string | null {
  const userId = useSession(({ user }) => user?.id ?? null)
  const isLoggingIn = useDialogs(({ open }) => open === 'login')
  const [last, setLast] = useState(userId)
  const steady = userId ?? (isLoggingIn || isWriting ? last : null)
  if (steady !== last) setLast(steady)
  return steady
}

/** The member's own page for visitors, and until the session is known. */
function VisitorPage() {
  const isKnown = useSession(({ status }) => status === 'ready')
  return (
    <Container className={visitor.root}>
      <Drawing name="brilliant-face" className={visitor.drawing} />
      <h1 className={shared.text2xl}>个人主页</h1>
      <p className={shared.soft}>登录后可以查看自己的文章、收藏、评论与签到记录。</p>
      <div className={visitor.action}>
        {isKnown ? <Button onClick={() => openDialog('login')}>登录</Button> : <span>正在确认登录状态</span>}
        <noscript>个人主页需要浏览器启用 JavaScript。</noscript>
      </div>
    </Container>
  )
}
