import { isOwner } from '#domain/people/roles.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { MembersOnly } from '#ui/members-only.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { NewPostForm } from './new-post-form.tsx'

const TITLE = '发说说'
const CRUMB = [{ text: '说说', to: '/say' }, { text: TITLE }]

/** The data is the same for every user: only the browser knows which users may write. */
export const loader = defineLoader(async () => ({}))

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, isHidden: true })

export function Component() {
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead="一段话，至多九张图。"
      drawing="cabochon-veined"
      stone="turquoise"
      className={shared.pageTop}
    >
      <Content />
    </PageFrame>
  )
}

function Content() {
  const user = useSession((state) => state.user)
  const isKnown = useSession(({ status }) => status === 'ready')
  if (isOwner(user)) return <NewPostForm />
  if (!user || !isKnown) return <MembersOnly title="登录后可发说说" purpose="发说说" />
  return (
    <EmptyState title="说说由本站发布" link={{ to: '/say', text: '查看说说' }}>
      <p>当前账号可以点赞和评论，不能发布说说。</p>
    </EmptyState>
  )
}
