import { FACTOR_RESET_HOURS } from '@portal/contract/accounts/people-rules.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Button } from '#ui/forms/button.tsx'
import type { Person } from './people-words.ts'

/** 两步验证 of a member of staff; an owner requests a reset when a device was lost. */
export function FactorPanel({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const api = useApi()
  const runAction = useAction()
  const { isBusy, run } = useBusy()
  const [isAsking, setIsAsking] = useState(false)
  const { factor, factorReset, isEnrolled, isSelf, id, nickname } = person
  if (!isEnrolled && person.duties.length === 0) return null
  const path = { params: { id } }
  const stop = () =>
    void run(() => runAction(() => api.call('DELETE /v1/manage/users/{id}/factorReset', path), '重设已撤回'))
  const mayReset = isOwner && !isSelf && isEnrolled && !factorReset
  return (
    <Panel title="两步验证" actions={mayReset && <DangerButton onClick={() => setIsAsking(true)}>重设</DangerButton>}>
      {isEnrolled ? (
        <Facts
          of={[
            ['通行密钥', `${factor.passkeys} 个`],
            ['动态验证码', factor.hasTotp ? '已设置' : '未设置'],
            ['恢复码', `剩 ${factor.recoveryCodes} 个`],
          ]}
        />
      ) : (
        <p>尚未设置</p>
      )}
      {factorReset && (
        <Note
          tone="warning"
          title={factorReset.isMailed ? `将于 ${formatShortTime(factorReset.dueTime)} 重设` : '邮件未送出，不会重设'}
          action={
            isOwner && (
              <Button variant="outline" isBusy={isBusy} busyLabel="撤回中" onClick={stop}>
                撤回
              </Button>
            )
          }
        >
          {factorReset.byName} 申请；本人可用邮件中的链接撤销。
        </Note>
      )}
      {isAsking && (
        <DangerDialog
          title={`重设“${nickname}”的两步验证`}
          verb="重设"
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            runAction(() => api.call('POST /v1/manage/users/{id}/factorReset', path), '已申请重设，邮件已发给本人')
          }
        >
          <p>
            {FACTOR_RESET_HOURS}{' '}
            小时后执行：通行密钥、动态验证码和恢复码全部作废，退出全部设备，下次登录时重新设置。本人会收到邮件，其间可以撤销。
          </p>
          <p>请先当面或用电话确认是本人提出的。有人会冒充同事索要重设。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}
