import { MessageSquareQuote, PenLine, UserPen } from '@lucide/icons'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TabLinks } from '#ui/lists/tab-links.tsx'
import { toPerson } from '../person.ts'
import { ProfileHead } from '../profile-head.tsx'
import { TABS, type TabName, toTabAddress } from '../user-address.ts'
import styles from '../user-pages.module.css'
import { BlockedUsers } from './blocked-users.tsx'
import { DailySignIn } from './daily-sign-in.tsx'
import { Favourites } from './favourites.tsx'
import { Follows } from './follows.tsx'
import { OwnArticles } from './own-articles.tsx'
import { OwnComments } from './own-comments.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { useOverview } from './use-overview.ts'

export interface OwnPageProps {
  userId: string
  tab: TabName
  security: ComponentType<{ children: ReactNode }>
  certificates: ComponentType
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
}

const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog)

/** The user page of the logged-in member. */
export function OwnPage({ userId, tab, security: Security, certificates: Certificates, ...rest }: OwnPageProps) {
  const { isEditing, onEditing } = rest
  const user = useSession((state) => state.user)
  const { profile, counts, missing, refresh } = useOverview(userId)
  const tabs = TABS.filter(({ name }) => !missing.has(name)).flatMap(({ name, text }) => {
    const link = { text, to: toTabAddress(name), isCurrent: name === tab }
    return name === 'certificates' ? [link, { text: '我的委托', to: '/my-orders' }] : [link]
  })
  const shown = { ...user, ...profile, nickname: user?.nickname ?? profile?.nickname ?? null }
  return (
    <>
      <ProfileHead person={toPerson(shown, userId)} counts={counts}>
        <Button icon={UserPen} variant="outline" disabled={!profile} onClick={() => onEditing(true)}>
          编辑资料
        </Button>
        <ButtonLink icon={PenLine} variant="outline" to="/newposts">
          写文章
        </ButtonLink>
        <ButtonLink icon={MessageSquareQuote} variant="quiet" to="/contact-us">
          意见反馈
        </ButtonLink>
      </ProfileHead>
      <Container className={styles.ownBody}>
        <DailySignIn userId={userId} />
        <TabLinks label="个人主页" tabs={tabs} keepsPlace />
        <div className={styles.list}>
          {tab === 'articles' && <OwnArticles onChange={refresh} />}
          {tab === 'favourites' && <Favourites onChange={refresh} />}
          {tab === 'certificates' && (
            <Suspense>
              <Certificates />
            </Suspense>
          )}
          {tab === 'comments' && <OwnComments />}
          {tab === 'follows' && <Follows onChange={refresh} />}
          {tab === 'blocked' && <BlockedUsers />}
          {tab === 'security' && (
            <Suspense>
              <Security>
                <OwnSessions />
              </Security>
            </Suspense>
          )}
        </div>
      </Container>
      {isEditing && profile && (
        <Suspense>
          <EditDialog profile={profile} onSaved={refresh} onClose={() => onEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
