import { useEffect } from 'react'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Button } from './forms/button.tsx'
import { EmptyState } from './lists/empty-state.tsx'
import shared from './shared.module.css'

/** Replaces content for members: offers the login to a visitor, once the session is known. */
export function MembersOnly({ title, purpose }: { title: string; purpose: string }) {
  const isVisitor = useSession(({ user, status }) => status === 'ready' && user === null)
  useEffect(() => {
    if (isVisitor) openDialog('login')
  }, [isVisitor])
  if (!isVisitor) return <SessionUnknown purpose={purpose} />
  return (
    <EmptyState title={title}>
      <Button onClick={() => openDialog('login')}>登录</Button>
    </EmptyState>
  )
}

/** @param purpose purpose that needs JavaScript: 查看通知 */
export function SessionUnknown({ purpose }: { purpose: string }) {
  return (
    <p className={shared.waiting}>
      正在确认登录状态
      <noscript>，{purpose}需要浏览器启用 JavaScript</noscript>
    </p>
  )
}
