import { type ComponentType, type ReactNode, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { useDialogs } from '#lib/dialogs.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { OwnPage } from './own/own-page.tsx'
import { toPerson } from './person.ts'
import { PublicPage } from './public-page.tsx'
import { readTab } from './user-address.ts'
import { VisitorPage } from './visitor-page.tsx'

const USER_ID = /^[\w-]{1,64}$/

/** Without `userId` it is the own page, whose data the browser loads. */
export const userLoader = defineLoader(async ({ api, query }) => {
  const tab = readTab(query)
  const userId = query.get('userId')
  if (userId === null) return { tab, person: null, counts: null, readAs: null }
  if (!USER_ID.test(userId)) throw notFound('没有这位用户')
  // `isFollowed` holds for this account; on the server there is none.
  const readAs = useSession.getState().user?.id ?? null
  const [user, counts] = await Promise.all([
    api.call('GET /v1/user/info', { query: { userId } }),
    api.callWhole('GET /v1/user/getUserCount', { query: { id: userId }, quiet: true }).then(
      ({ extra }) => extra,
      () => null,
    ),
  ])
  if (!user) throw notFound('没有这位用户')
  return { tab, person: toPerson(user, userId), counts, readAs }
})

export const userMeta: MetaOf<typeof userLoader> = ({ person }) => ({
  title: person ? person.name : '个人主页',
  isHidden: true,
})

export interface UserPageProps {
  /** Security settings of the account, shown around its children. */
  security: ComponentType<{ children: ReactNode }>
}

export function UserPage({ security }: UserPageProps) {
  const { person, counts, tab, readAs } = useLoaderData<typeof userLoader>()
  const [writerId, setWriterId] = useState<string | null>(null)
  const userId = useSteadyUser(writerId !== null)
  // Another account must not get the edited profile.
  if (writerId !== null && writerId !== userId) setWriterId(null)
  if (person) return <PublicPage person={person} counts={counts} readAs={readAs} key={person.id} />
  if (userId === null) return <VisitorPage />
  return (
    <OwnPage
      userId={userId}
      tab={tab}
      security={security}
      isEditing={writerId === userId}
      onEditing={(isEditing) => setWriterId(isEditing ? userId : null)}
      key={userId}
    />
  )
}

/** The logged-in user. When the session ends, the page stays while the login dialog is open or something is being edited. */
function useSteadyUser(isWriting: boolean): string | null {
  const userId = useSession(({ user }) => user?.id ?? null)
  const isLoggingIn = useDialogs(({ open }) => open === 'login')
  const [last, setLast] = useState(userId)
  const steady = userId ?? (isLoggingIn || isWriting ? last : null)
  if (steady !== last) setLast(steady)
  return steady
}
